;(() => {
  /** Rows drawn at once while scrolling, of a group before its button, per press of that button, and on paper. */
  const rowsAtOnce = { scroll: 150, group: 25, press: 2000, print: 3000 }
  const byId = (id) => document.getElementById(id)
  const data = JSON.parse(byId('data').textContent)
  const issues = data.issues.map(
    (
      [
        severity,
        api,
        rule,
        fix,
        excuse,
        place,
        path,
        message,
        key,
        excerpt,
        diff,
        operations,
        link,
        line,
        values,
      ],
      index,
    ) => ({
      index,
      severity,
      api,
      rule,
      fix,
      excuse,
      place,
      path,
      message,
      key,
      excerpt,
      diff,
      operations,
      link,
      line,
      values,
      ruleset: data.rules[rule].ruleset,
    }),
  )

  if (issues.length === 0) return

  // ---- what is asked for; the address after # says the same ----
  const list = byId('list')
  const nouns = [
    ['error', 'errors'],
    ['warning', 'warnings'],
    ['info', 'info'],
    ['hint', 'hints'],
  ]
  const allSeverities = data.severities.map((_, index) => index)
  const ruleTitles = data.rules.map(({ name, ruleset }) =>
    data.rulesets.length > 1 ? `${name} (${data.rulesets[ruleset]})` : name,
  )
  /** What can be filtered by, and grouped by: the names of each value of an issue. */
  const filters = { rule: ruleTitles, api: data.apis, ruleset: data.rulesets }
  const groupings = { ...filters, severity: data.severities, none: ['All issues'] }
  const sorts = ['severity', 'count', 'place']
  const hasExcused = issues.some(({ excuse }) => excuse >= 0)
  const names = new Intl.Collator('en', { numeric: true })
  const number = (count) => count.toLocaleString('en')
  const plural = (count, one, many = `${one}s`) => `${number(count)} ${count === 1 ? one : many}`
  let state = readAddress()
  let groups = []
  let drawn = 0
  const closed = new Set()
  let allOpen = false
  const limits = new Map()

  function readAddress() {
    const params = new URLSearchParams(location.hash.slice(1))
    const named = params.get('severity')?.split(',') ?? data.severities
    const known = allSeverities.filter((index) => named.includes(data.severities[index]))
    const filter = (key) => (params.has(key) ? filters[key].indexOf(params.get(key)) : -1)
    const isRule = ({ name, ruleset }) =>
      name === params.get('rule') && data.rulesets[ruleset] === params.get('ruleset')
    const [group, sort] = [params.get('group') ?? 'none', params.get('sort') ?? 'severity']
    return {
      search: params.get('q') ?? '',
      severities: new Set(known.length > 0 ? known : allSeverities),
      rule: Math.max(filter('rule'), data.rules.findIndex(isRule)),
      api: filter('api'),
      ruleset: filter('ruleset'),
      group: Object.hasOwn(groupings, group) ? group : 'none',
      sort: sorts.includes(sort) ? sort : 'severity',
      excused: params.get('excused') === '1',
      issue: params.get('issue') ?? '',
    }
  }

  function addressOf({ search, severities, group, sort, excused, issue, ...asked }) {
    const params = new URLSearchParams()
    if (search) params.set('q', search)
    if (severities.size < allSeverities.length)
      params.set('severity', [...severities].map((index) => data.severities[index]).join(','))
    for (const key of Object.keys(filters)) if (asked[key] >= 0) params.set(key, filters[key][asked[key]])
    if (group !== 'none') params.set('group', group)
    if (sort !== 'severity') params.set('sort', sort)
    if (excused) params.set('excused', '1')
    if (issue) params.set('issue', issue)
    return `#${params}`
  }

  // ---- which issues are shown ----
  const searchTexts = []

  function searchText({ index, rule, api, path, message, place }) {
    searchTexts[index] ??= [message, path, ruleTitles[rule], data.apis[api], place].join('\n').toLowerCase()
    return searchTexts[index]
  }

  function matching() {
    const words = state.search.toLowerCase().split(/\s+/).filter(Boolean)
    const asked = Object.keys(filters).filter((key) => state[key] >= 0)
    return issues.filter(
      (issue) =>
        state.severities.has(issue.severity) &&
        asked.every((key) => issue[key] === state[key]) &&
        (state.excused || issue.excuse < 0) &&
        words.every((word) => searchText(issue).includes(word)),
    )
  }

  function byPlace(a, b) {
    return (
      names.compare(data.apis[a.api], data.apis[b.api]) ||
      names.compare(a.place, b.place) ||
      names.compare(a.path, b.path)
    )
  }

  function byCounts(a, b) {
    const at = allSeverities.find((each) => a.counts[each] !== b.counts[each])
    return at === undefined ? 0 : b.counts[at] - a.counts[at]
  }

  const groupOrders = {
    severity: byCounts,
    count: (a, b) => b.issues.length - a.issues.length || byCounts(a, b),
    place: (a, b) => names.compare(a.title, b.title),
  }

  function grouped(shown) {
    const byGroup = new Map()
    for (const issue of state.sort === 'place' ? [...shown].sort(byPlace) : shown) {
      const id = state.group === 'none' ? 0 : issue[state.group]
      if (!byGroup.has(id)) byGroup.set(id, { id, issues: [], counts: allSeverities.map(() => 0) })
      const group = byGroup.get(id)
      group.issues.push(issue)
      group.counts[issue.severity] += 1
    }
    return [...byGroup.values()]
      .map((group) => ({ ...group, title: groupings[state.group][group.id] }))
      .sort(groupOrders[state.sort])
  }

  // ---- drawing: foreign text only ever becomes text ----
  function element(name, className, text) {
    const node = document.createElement(name)
    if (className) node.className = className
    if (text !== undefined) node.textContent = text
    return node
  }

  function button(className, text) {
    const node = element('button', className, text)
    node.type = 'button'
    return node
  }

  function text(name, className, value) {
    const node = element(name, className, value)
    node.dir = 'auto'
    return node
  }

  /** What is in backticks is code. */
  function prose(name, className, value) {
    const node = text(name, className, '')
    node.append(
      ...value.split(/`([^`\n]+)`/).map((piece, at) => (at % 2 ? element('code', '', piece) : piece)),
    )
    return node
  }

  function limitOf({ id }) {
    return limits.get(id) ?? (groups.length === 1 ? rowsAtOnce.scroll : rowsAtOnce.group)
  }

  function drawGroup(group) {
    const { id, counts, title, issues: all } = group
    const section = element('section', 'group')
    section.dataset.group = String(id)
    const toggle = button('toggle')
    toggle.setAttribute('aria-expanded', String(!closed.has(id)))
    const words = allSeverities
      .filter((each) => counts[each] > 0)
      .map((each) => plural(counts[each], ...nouns[each]))
    toggle.append(text('span', 'title', title), element('span', 'counts', words.join(', ')))
    const heading = element('h2')
    heading.append(toggle)
    section.append(heading)
    if (closed.has(id)) return section
    const limit = limitOf(group)
    section.append(...all.slice(0, limit).map(drawIssue))
    const left = all.length - limit
    if (left > 0)
      section.append(
        button(
          'all',
          left > rowsAtOnce.press
            ? `Show ${number(rowsAtOnce.press)} more of ${number(all.length)}`
            : `Show all ${number(all.length)}`,
        ),
      )
    return section
  }

  function drawIssue(issue) {
    const node = element('details', issue.excuse >= 0 ? 'issue excused' : 'issue')
    node.id = `issue-${issue.key}`
    node.dataset.index = String(issue.index)
    const severity = data.severities[issue.severity]
    const where = element('span', 'where')
    const parts = [state.group === 'rule' ? '' : data.rules[issue.rule].name]
    const named = state.group === 'api' || issue.place.startsWith(`${data.apis[issue.api]}:`)
    parts.push(named ? '' : data.apis[issue.api], issue.place, issue.path || '(root)')
    for (const part of parts.filter(Boolean)) {
      if (where.childNodes.length > 0) where.append(' · ')
      where.append(text('span', part === parts[0] ? 'rule' : '', part))
    }
    const head = element('summary')
    const short = issue.message.length > 400 ? `${issue.message.slice(0, 400)}…` : issue.message
    head.append(element('span', `severity ${severity}`, severity), prose('span', 'message', short), where)
    node.append(head)
    node.open = allOpen
    return node
  }

  function lineKind(line) {
    if (/^(?:---|\+\+\+) /.test(line)) return 'file'
    return { '+': 'added', '-': 'removed', '@': 'hunk' }[line[0]]
  }

  /** A patch, and a button that copies it; where a page may not, it selects the patch. */
  function drawDiff(diff) {
    const figure = element('figure', 'fix')
    const caption = element('figcaption', '', 'A safe fix, for git apply ')
    const patch = element('pre', 'excerpt')
    for (const line of diff.match(/[^\n]*\n|[^\n]+$/g)) patch.append(element('span', lineKind(line), line))
    const copy = button('copy', 'Copy')
    copy.addEventListener('click', async (event) => {
      event.stopPropagation()
      try {
        await navigator.clipboard.writeText(diff)
        copy.textContent = 'Copied'
      } catch {
        getSelection().selectAllChildren(patch)
        copy.textContent = 'Selected: press Ctrl+C'
      }
    })
    caption.append(copy)
    figure.append(caption, patch)
    return figure
  }

  function drawDetails(node) {
    if (node.querySelector('dl')) return
    const issue = issues[Number(node.dataset.index)]
    const rule = data.rules[issue.rule]
    if (issue.excerpt >= 0) node.append(element('pre', 'excerpt', data.excerpts[issue.excerpt]))
    if (issue.diff >= 0) node.append(drawDiff(data.diffs[issue.diff]))
    const details = element('dl')
    const add = (name, value, className = '', draw = text) => {
      if (!value) return
      details.append(element('dt', '', name), draw('dd', className, value))
    }
    add('Why', rule.why, '', prose)
    add('How to fix', issue.fix >= 0 ? data.fixes[issue.fix] : '', '', prose)
    add('Not counted', issue.excuse >= 0 ? data.excuses[issue.excuse] : '')
    if (issue.message.length > 400) add('Message', issue.message, '', prose)
    add('Values', issue.values >= 0 ? data.values[issue.values] : '')
    add('Operations', issue.operations >= 0 ? data.operations[issue.operations] : '')
    add('Rule', rule.summary && rule.summary !== rule.name ? `${rule.name}: ${rule.summary}` : rule.name)
    add('Ruleset', data.rulesets[rule.ruleset])
    add('API', data.apis[issue.api])
    add('Location', issue.place)
    add('Path', issue.path || '(root)', 'path')
    addLinks(details, issue, rule)
    node.append(details)
  }

  function addLinks(details, issue, rule) {
    const addLink = (name, words, address) => {
      const link = element('a', '', words)
      link.href = address
      link.rel = 'noreferrer'
      const holder = element('dd')
      holder.append(link)
      details.append(element('dt', '', name), holder)
    }
    if (issue.link >= 0) addLink('Source', 'in the repository', `${data.links[issue.link]}#L${issue.line}`)
    if (rule.url) addLink('Read more', rule.url, rule.url)
    addLink('Link', 'to this issue', addressOf({ ...state, issue: issue.key }))
  }

  /** Draws the next groups, until they have `rows` rows. */
  function drawMore(rows = rowsAtOnce.scroll) {
    const part = document.createDocumentFragment()
    let room = rows
    while (drawn < groups.length && room > 0) {
      const group = groups[drawn]
      part.append(drawGroup(group))
      room -= closed.has(group.id) ? 1 : Math.min(limitOf(group), group.issues.length) + 1
      drawn += 1
    }
    list.append(part)
    byId('more').hidden = drawn >= groups.length
  }

  function drawAgain(group) {
    const old = list.querySelector(`section[data-group="${group.id}"]`)
    const section = drawGroup(group)
    old?.replaceWith(section)
    return section
  }

  function layOut() {
    const shown = matching()
    groups = grouped(shown)
    const total = issues.filter(({ excuse }) => state.excused || excuse < 0).length
    byId('status').textContent =
      shown.length === 0
        ? `No match among ${plural(total, 'issue')}.`
        : `${number(shown.length)} of ${plural(total, 'issue')} in ${plural(groups.length, 'group')}`
    byId('reset').hidden = addressOf(state) === addressOf({ ...cleared(), issue: state.issue })
    list.replaceChildren()
    drawn = 0
    drawMore()
  }

  // ---- controls ----
  function fillSelect(key) {
    const counts = new Map()
    for (const issue of issues) counts.set(issue[key], (counts.get(issue[key]) ?? 0) + 1)
    const order = filters[key].map((_, index) => index)
    order.sort((a, b) => names.compare(filters[key][a], filters[key][b]))
    const options = order.map((index) => {
      const title = filters[key][index].slice(0, 80)
      const option = element('option', '', `${title} (${number(counts.get(index) ?? 0)})`)
      option.value = String(index)
      return option
    })
    const all = element('option', '', 'all')
    all.value = '-1'
    byId(key).replaceChildren(all, ...options)
  }

  function fillControls() {
    Object.keys(filters).forEach(fillSelect)
    for (const index of allSeverities) {
      const label = element('label')
      const box = element('input')
      box.type = 'checkbox'
      box.value = String(index)
      label.append(box, element('span', `severity ${data.severities[index]}`, data.severities[index]))
      byId('severities').append(label)
    }
    for (const name of document.querySelectorAll('tr[data-rule] .name, tr[data-api] .name')) {
      const filter = button('filter')
      filter.append(...name.childNodes)
      name.append(filter)
    }
    byId('excused-label').hidden = !hasExcused
    byId('filters').hidden = false
    byId('toolbar').hidden = false
  }

  function showControls() {
    byId('search').value = state.search
    for (const key of [...Object.keys(filters), 'group', 'sort']) byId(key).value = String(state[key])
    byId('excused').checked = state.excused
    for (const box of byId('severities').querySelectorAll('input'))
      box.checked = state.severities.has(Number(box.value))
  }

  function readControls() {
    const boxes = [...byId('severities').querySelectorAll('input:checked')]
    return {
      search: byId('search').value.trim(),
      severities: new Set(boxes.map((box) => Number(box.value))),
      ...Object.fromEntries(Object.keys(filters).map((key) => [key, Number(byId(key).value)])),
      group: byId('group').value,
      sort: byId('sort').value,
      excused: byId('excused').checked,
      issue: '',
    }
  }

  function change(next) {
    if (next.group !== state.group) closed.clear()
    limits.clear()
    state = next
    history.replaceState(null, '', addressOf(state))
    layOut()
  }

  let timer = 0
  byId('filters').addEventListener('input', (event) => {
    clearTimeout(timer)
    timer = setTimeout(() => change(readControls()), event.target.id === 'search' ? 120 : 0)
  })
  byId('filters').addEventListener('submit', (event) => event.preventDefault())

  function cleared() {
    const none = Object.fromEntries(Object.keys(filters).map((key) => [key, -1]))
    return { ...state, ...none, search: '', severities: new Set(allSeverities), issue: '' }
  }

  function show(next) {
    change(next)
    showControls()
  }

  byId('reset').addEventListener('click', () => show(cleared()))
  byId('collapse').addEventListener('click', () => {
    for (const { id } of groups) closed.add(id)
    allOpen = false
    layOut()
  })
  byId('expand').addEventListener('click', () => {
    closed.clear()
    allOpen = true
    layOut()
  })
  document.querySelector('main').addEventListener('click', ({ target }) => {
    const row = target.closest('button.filter')?.closest('tr')
    if (!row) return
    const [key] = Object.keys(row.dataset)
    show({ ...cleared(), [key]: Number(row.dataset[key]) })
    byId('filters').scrollIntoView()
  })

  // ---- the list ----
  list.addEventListener('click', ({ target }) => {
    const pressed = target.closest('button')
    const id = Number(pressed?.closest('section').dataset.group)
    const group = groups.find((each) => each.id === id)
    if (!group) return
    const limit = limitOf(group)
    if (pressed.className === 'all') limits.set(id, limit + rowsAtOnce.press)
    else if (!closed.delete(id)) closed.add(id)
    const section = drawAgain(group)
    if (pressed.className !== 'all') section.querySelector('button').focus()
    else section.querySelectorAll('summary')[limit].focus({ preventScroll: true })
  })
  list.addEventListener('toggle', (event) => event.target.open && drawDetails(event.target), true)
  byId('more').addEventListener('click', () => drawMore())
  new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && drawMore(), {
    rootMargin: '800px',
  }).observe(byId('more'))

  function openIssue(key) {
    const issue = issues.find((each) => each.key === key)
    if (!issue) return
    const holds = (group) => group.issues.includes(issue)
    if (!groups.some(holds)) {
      state = { ...cleared(), excused: state.excused || issue.excuse >= 0, issue: key }
      showControls()
      layOut()
    }
    const group = groups.find(holds)
    closed.delete(group.id)
    while (drawn <= groups.indexOf(group)) drawMore()
    limits.set(group.id, Math.max(limitOf(group), group.issues.indexOf(issue) + 1))
    drawAgain(group)
    const node = byId(`issue-${key}`)
    node.open = true
    drawDetails(node)
    node.scrollIntoView({ block: 'center' })
    node.querySelector('summary').focus({ preventScroll: true })
  }

  function move(by) {
    const heads = [...list.querySelectorAll('.issue summary')]
    const now = heads.indexOf(document.activeElement)
    if (now + by >= heads.length) drawMore()
    const next = list.querySelectorAll('.issue summary')[Math.max(0, now + by)]
    next?.focus()
    next?.scrollIntoView({ block: 'nearest' })
  }

  document.addEventListener('keydown', (event) => {
    const typing = event.target.matches('input[type="search"], select')
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape' && event.target.id === 'search') {
      byId('search').value = ''
      change(readControls())
      return
    }
    if (typing) return
    if (event.key === '/') {
      event.preventDefault()
      byId('search').focus()
    }
    if (event.key === 'j') move(1)
    if (event.key === 'k') move(-1)
  })

  // ---- paper has no buttons: it gets the worst rows of what is shown ----
  addEventListener('beforeprint', () => {
    let room = rowsAtOnce.print
    for (const group of groups) {
      limits.set(group.id, Math.min(group.issues.length, Math.max(0, room)))
      room -= limitOf(group)
    }
    layOut()
    drawMore(Number.POSITIVE_INFINITY)
  })
  addEventListener('afterprint', () => {
    limits.clear()
    layOut()
  })

  function start() {
    state = readAddress()
    showControls()
    layOut()
    if (state.issue) openIssue(state.issue)
  }

  fillControls()
  start()
  addEventListener('hashchange', start)
})()
