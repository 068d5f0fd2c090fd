;(() => {
  const step = 150
  const byId = (id) => document.getElementById(id)
  const data = JSON.parse(byId('data').textContent)
  const issues = data.issues.map(([severity, api, rule, fix, excuse, place, path, message, key], index) => ({
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
    ruleset: data.rules[rule].ruleset,
  }))

  // ---- theme ----
  const themes = ['auto', 'light', 'dark']
  const themeButton = byId('theme')

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
  const groupings = {
    api: (issue) => issue.api,
    rule: (issue) => issue.rule,
    ruleset: (issue) => issue.ruleset,
  }
  const hasExcused = issues.some((issue) => issue.excuse >= 0)
  let state = readAddress()
  let items = []
  let rendered = 0
  let closed = new Set()

  function readAddress() {
    const params = new URLSearchParams(location.hash.slice(1))
    const named = params.get('severity')?.split(',') ?? data.severities
    const known = allSeverities.filter((index) => named.includes(data.severities[index]))
    const group = params.get('group') ?? 'api'
    return {
      search: params.get('q') ?? '',
      severities: new Set(known.length > 0 ? known : allSeverities),
      ruleset: params.has('ruleset') ? data.rulesets.indexOf(params.get('ruleset')) : -1,
      api: params.has('api') ? data.apis.indexOf(params.get('api')) : -1,
      group: Object.hasOwn(groupings, group) ? group : 'api',
      excused: params.get('excused') === '1',
      issue: params.get('issue') ?? '',
    }
  }

  function addressOf({ search, severities, ruleset, api, group, excused, issue }) {
    const params = new URLSearchParams()
    if (search) params.set('q', search)
    if (severities.size < allSeverities.length) {
      params.set('severity', [...severities].map((index) => data.severities[index]).join(','))
    }
    if (ruleset >= 0) params.set('ruleset', data.rulesets[ruleset])
    if (api >= 0) params.set('api', data.apis[api])
    if (group !== 'api') params.set('group', group)
    if (excused) params.set('excused', '1')
    if (issue) params.set('issue', issue)
    return `#${params}`
  }

  // ---- which issues are shown ----
  const searchTexts = []

  function searchText(issue) {
    const { index, rule, api, path, message, place, ruleset } = issue
    searchTexts[index] ??= [
      message,
      path,
      data.rules[rule].name,
      data.rulesets[ruleset],
      data.apis[api],
      place,
    ]
      .join('\n')
      .toLowerCase()
    return searchTexts[index]
  }

  function matching() {
    const words = state.search.toLowerCase().split(/\s+/).filter(Boolean)
    return issues.filter(
      (issue) =>
        state.severities.has(issue.severity) &&
        (state.ruleset < 0 || issue.ruleset === state.ruleset) &&
        (state.api < 0 || issue.api === state.api) &&
        (state.excused || issue.excuse < 0) &&
        words.every((word) => searchText(issue).includes(word)),
    )
  }

  function grouped(shown) {
    const groups = new Map()
    for (const issue of shown) {
      const id = groupings[state.group](issue)
      if (!groups.has(id)) groups.set(id, [])
      groups.get(id).push(issue)
    }
    const counts = (group) =>
      allSeverities.map((each) => group.filter(({ severity }) => severity === each).length)
    return [...groups]
      .map(([id, group]) => ({ id, group, counts: counts(group) }))
      .sort((a, b) => {
        const at = allSeverities.find((each) => a.counts[each] !== b.counts[each])
        return at === undefined ? 0 : b.counts[at] - a.counts[at]
      })
  }

  function titleOf(id) {
    if (state.group === 'api') return data.apis[id]
    if (state.group === 'ruleset') return data.rulesets[id]
    return `${data.rules[id].name} (${data.rulesets[data.rules[id].ruleset]})`
  }

  // ---- drawing: foreign text only ever becomes text ----
  function element(name, className, text) {
    const node = document.createElement(name)
    if (className) node.className = className
    if (text !== undefined) node.textContent = text
    return node
  }

  function text(name, className, value) {
    const node = element(name, className, value)
    node.dir = 'auto'
    return node
  }

  function drawGroup({ id, counts }) {
    const heading = element('h2')
    const button = element('button')
    button.type = 'button'
    button.dataset.group = String(id)
    button.setAttribute('aria-expanded', String(!closed.has(id)))
    const words = allSeverities
      .filter((each) => counts[each] > 0)
      .map((each) => `${counts[each].toLocaleString('en')} ${nouns[each][counts[each] === 1 ? 0 : 1]}`)
    button.append(text('span', '', titleOf(id)), element('span', 'counts', words.join(', ')))
    heading.append(button)
    return heading
  }

  function drawIssue(issue) {
    const node = element('details', issue.excuse >= 0 ? 'issue excused' : 'issue')
    node.id = `issue-${issue.key}`
    node.dataset.index = String(issue.index)
    const severity = data.severities[issue.severity]
    const where = element('span', 'where')
    where.append(text('span', 'rule', data.rules[issue.rule].name))
    const named = state.group === 'api' || issue.place.startsWith(`${data.apis[issue.api]}:`)
    if (!named) where.append(' · ', text('span', '', data.apis[issue.api]))
    if (issue.place) where.append(' · ', text('span', '', issue.place))
    where.append(' · ', text('span', '', issue.path || '(root)'))
    const head = element('summary')
    const short = issue.message.length > 400 ? `${issue.message.slice(0, 400)}…` : issue.message
    head.append(element('span', `severity ${severity}`, severity), text('span', 'message', short), where)
    node.append(head)
    return node
  }

  function drawDetails(node) {
    if (node.querySelector('dl')) return
    const issue = issues[Number(node.dataset.index)]
    const rule = data.rules[issue.rule]
    const details = element('dl')
    const add = (name, value, className = '') => {
      if (!value) return
      details.append(element('dt', '', name), text('dd', className, value))
    }
    add('How to fix', issue.fix >= 0 ? data.fixes[issue.fix] : '')
    add('Not counted', issue.excuse >= 0 ? data.excuses[issue.excuse] : '')
    if (issue.message.length > 400) add('Message', issue.message)
    add('Rule', rule.summary && rule.summary !== rule.name ? `${rule.name}: ${rule.summary}` : rule.name)
    add('Ruleset', data.rulesets[rule.ruleset])
    add('API', data.apis[issue.api])
    add('Place', issue.place)
    add('Path', issue.path || '(root)', 'path')
    const link = element('a', '', 'to this issue')
    link.href = addressOf({ ...state, issue: issue.key })
    const holder = element('dd')
    holder.append(link)
    details.append(element('dt', '', 'Link'), holder)
    node.append(details)
  }

  function drawMore(until = rendered + step) {
    const part = document.createDocumentFragment()
    for (const item of items.slice(rendered, until)) {
      part.append(item.group ? drawGroup(item.group) : drawIssue(item.issue))
    }
    list.append(part)
    rendered = Math.min(items.length, Math.max(rendered, until))
    byId('more').hidden = rendered >= items.length
  }

  function layOut() {
    const shown = matching()
    const groups = grouped(shown)
    items = groups.flatMap((group) => [
      { group },
      ...(closed.has(group.id) ? [] : group.group.map((issue) => ({ issue }))),
    ])
    const number = (count) => count.toLocaleString('en')
    const total = issues.filter(({ excuse }) => state.excused || excuse < 0).length
    byId('status').textContent =
      shown.length === 0
        ? `None of ${number(total)} issues fits.`
        : `${number(shown.length)} of ${number(total)} ${total === 1 ? 'issue' : 'issues'} in ${number(groups.length)} ${groups.length === 1 ? 'group' : 'groups'}`
    byId('reset').hidden = addressOf(state) === addressOf({ ...cleared(), issue: state.issue })
    list.replaceChildren()
    rendered = 0
    drawMore()
  }

  // ---- controls ----
  function fillSelect(id, names, used) {
    const counts = new Map()
    for (const issue of issues) counts.set(used(issue), (counts.get(used(issue)) ?? 0) + 1)
    const order = names.map((_, index) => index).sort((a, b) => (names[a] < names[b] ? -1 : 1))
    const options = order.map((index) => {
      const option = element('option', '', `${names[index].slice(0, 80)} (${counts.get(index) ?? 0})`)
      option.value = String(index)
      return option
    })
    const all = element('option', '', 'all')
    all.value = '-1'
    byId(id).replaceChildren(all, ...options)
  }

  function fillControls() {
    fillSelect('ruleset', data.rulesets, (issue) => issue.ruleset)
    fillSelect('api', data.apis, (issue) => issue.api)
    for (const index of allSeverities) {
      const label = element('label')
      const box = element('input')
      box.type = 'checkbox'
      box.value = String(index)
      label.append(box, element('span', `severity ${data.severities[index]}`, data.severities[index]))
      byId('severities').append(label)
    }
    byId('excused-label').hidden = !hasExcused
    byId('filters').hidden = false
  }

  function showControls() {
    byId('search').value = state.search
    byId('ruleset').value = String(state.ruleset)
    byId('api').value = String(state.api)
    byId('group').value = state.group
    byId('excused').checked = state.excused
    for (const box of byId('severities').querySelectorAll('input')) {
      box.checked = state.severities.has(Number(box.value))
    }
  }

  function readControls() {
    const boxes = [...byId('severities').querySelectorAll('input:checked')]
    const group = byId('group').value
    if (group !== state.group) closed = new Set()
    return {
      search: byId('search').value.trim(),
      severities: new Set(boxes.map((box) => Number(box.value))),
      ruleset: Number(byId('ruleset').value),
      api: Number(byId('api').value),
      group,
      excused: byId('excused').checked,
      issue: '',
    }
  }

  function change(next) {
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
    return { ...state, search: '', severities: new Set(allSeverities), ruleset: -1, api: -1, issue: '' }
  }

  byId('reset').addEventListener('click', () => {
    change(cleared())
    showControls()
  })

  // ---- the list ----
  list.addEventListener('click', (event) => {
    const button = event.target.closest('button[data-group]')
    if (!button) return
    const id = Number(button.dataset.group)
    if (!closed.delete(id)) closed.add(id)
    const until = rendered
    layOut()
    drawMore(until)
    list.querySelector(`button[data-group="${id}"]`)?.focus()
  })
  list.addEventListener('toggle', (event) => event.target.open && drawDetails(event.target), true)
  byId('more').addEventListener('click', () => drawMore())
  new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && drawMore(), {
    rootMargin: '800px',
  }).observe(byId('more'))

  function openIssue(key) {
    const issue = issues.find((each) => each.key === key)
    if (!issue) return
    if (!items.some((item) => item.issue === issue)) {
      closed = new Set()
      state = { ...cleared(), excused: state.excused || issue.excuse >= 0, issue: key }
      showControls()
      layOut()
    }
    const at = items.findIndex((item) => item.issue === issue)
    if (at >= rendered) drawMore(at + step)
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
