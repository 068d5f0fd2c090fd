/** A link to an API opens its part of the page; the name of an owner or a folder filters the heat map. */
;(() => {
  function openTarget() {
    const target = document.getElementById(location.hash.slice(1))
    if (target?.matches('details')) target.open = true
    target?.scrollIntoView()
  }

  const search = document.querySelector('.controls [type="search"]')
  for (const name of document.querySelectorAll('[data-filter]')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'filter'
    button.title = 'Show its APIs below'
    button.append(...name.childNodes)
    button.addEventListener('click', () => {
      search.value = button.textContent
      search.dispatchEvent(new Event('input'))
      search.scrollIntoView({ block: 'start' })
    })
    name.replaceWith(button)
  }
  addEventListener('hashchange', openTarget)
  if (location.hash !== '') openTarget()
})()
