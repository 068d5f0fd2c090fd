;(() => {
  const themes = ['auto', 'light', 'dark']
  const themeButton = document.getElementById('theme')

  function remembered() {
    try {
      return localStorage.getItem('gov-theme') ?? 'auto'
    } catch {
      return 'auto'
    }
  }

  function showTheme(theme) {
    if (theme === 'auto') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
    themeButton.textContent = `Theme: ${theme}`
    try {
      localStorage.setItem('gov-theme', theme)
    } catch {
      // A page from a file may have no storage: the choice then lasts as long as the page.
    }
  }

  themeButton.hidden = false
  showTheme(themes.includes(remembered()) ? remembered() : 'auto')
  themeButton.addEventListener('click', () => {
    const now = themeButton.textContent.slice('Theme: '.length)
    showTheme(themes[(themes.indexOf(now) + 1) % themes.length])
  })
})()
