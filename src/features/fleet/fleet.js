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

  document.querySelector('.controls').hidden = false
  filter.addEventListener('input', apply)
  failing.addEventListener('change', apply)
  addEventListener('hashchange', openTarget)
  apply()
  if (location.hash !== '') openTarget()
})()
