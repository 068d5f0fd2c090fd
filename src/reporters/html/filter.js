/** Filters what is `.filtered` by its words and by a class, and hides a `.group` that has none left. */
;(() => {
  const controls = document.querySelector('.controls')
  const search = controls.querySelector('[type="search"]')
  const only = controls.querySelector('[name="only"]')
  const groups = [...document.querySelectorAll('.group')]
  const rows = [...document.querySelectorAll('.filtered')].map((row) => {
    const name = row.closest('.group')?.querySelector('h2').textContent ?? ''
    return { row, text: `${name} ${(row.querySelector('th') ?? row).textContent}`.toLowerCase() }
  })

  function apply() {
    const words = search.value.toLowerCase()
    const wanted = only.type === 'checkbox' && !only.checked ? '' : only.value
    let shown = 0
    for (const { row, text } of rows) {
      row.hidden = !text.includes(words) || (wanted !== '' && !row.classList.contains(wanted))
      if (!row.hidden) shown += 1
    }
    for (const group of groups) group.hidden = !group.querySelector('.filtered:not([hidden])')
    controls.querySelector('[role="status"]').textContent = `${shown} of ${rows.length}`
  }

  controls.hidden = false
  search.addEventListener('input', apply)
  only.addEventListener('change', apply)
  apply()
})()
