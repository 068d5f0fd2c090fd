/** A link to an API opens its part of the page. */
;(() => {
  function openTarget() {
    const target = document.getElementById(location.hash.slice(1))
    if (target?.matches('details')) target.open = true
    target?.scrollIntoView()
  }

  addEventListener('hashchange', openTarget)
  if (location.hash !== '') openTarget()
})()
