;(() => {
  const byId = (id) => document.getElementById(id)
  const rows = [...document.querySelectorAll('.heat tbody tr')].map((row) => ({
    row,
    text: row.querySelector('th').textContent.toLowerCase(),
  }))
  const filter = byId('filter')
  const failing = byId('failing')

  function apply() {
    const words = filter.value.toLowerCase()
    let shown = 0
    for (const { row, text } of rows) {
      const fits = text.includes(words) && (!failing.checked || row.classList.contains('failing'))
      row.hidden = !fits
      if (fits) shown += 1
    }
    byId('found').textContent = `${shown} of ${rows.length}`
  }

  /** A link to an API opens its part of the page. */
  function openTarget() {
    const target = byId(location.hash.slice(1))
    if (target?.matches('details')) target.open = true
    target?.scrollIntoView()
  }

  for (const name of document.querySelectorAll('[data-filter]')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'filter'
    button.title = 'Show its APIs below'
    button.append(...name.childNodes)
    button.addEventListener('click', () => {
      filter.value = button.textContent
      apply()
      filter.scrollIntoView({ block: 'start' })
    })
    name.replaceWith(button)
  }
  document.querySelector('.controls').hidden = false
  filter.addEventListener('input', apply)
  failing.addEventListener('change', apply)
  addEventListener('hashchange', openTarget)
  apply()
  if (location.hash !== '') openTarget()
})()
