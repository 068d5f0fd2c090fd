/**
 * What the sandbox runs before a ruleset's own code. It gets the host's functions, and gives those that the host calls.
 * All that code can reach of this is frozen before any code runs (`lockdown.js`), and each file that a ruleset names is
 * a realm: its code gets modules of its own, and no object that another realm can change.
 */
;(host, { freeze, lockDown }, watchClock) => {
  const { parse, stringify } = JSON
  const functionText = Function.prototype.toString
  /** The functions of rules, and the calls of them with their options; the host knows both by number. */
  const functions = []
  const calls = []
  const numbers = new Map()
  const realms = new Map()
  const rulesets = []
  const copies = {}
  /** Whose code is running: nothing of it is left to run when another one is entered. */
  let realm
  /** Set while rules are running. */
  let current
  /** The file whose own code is running that is loaded. */
  let loading
  let settled

  // --- modules

  /** What Node has and the sandbox lacks ends the rule that asks for it, whatever its code catches. */
  function lack(message) {
    const error = new Error(message)
    host.lack(error.message, error.stack)
    throw error
  }

  function lackMembers(object, label, names) {
    for (const name of names)
      Object.defineProperty(object, name, { get: () => lack(`${label}.${name} is not available here`) })
  }

  /** A package may ask whether there is more, as lodash does; a ruleset's own file that asks has a use for it. */
  const isPackageFile = (name) => /(?:^|\/)node_modules\//.test(name)

  function makeRequire(from) {
    const require = (specifier) => {
      if (!isPackageFile(from) && !host.isImport(from, `${specifier}`))
        lack(`"${specifier}" is no import that was found in ${from}: write its name as a text`)
      return exportsOf(host.resolve(from, `${specifier}`))
    }
    if (!isPackageFile(from)) lackMembers(require, 'require', ['resolve', 'cache', 'main', 'extensions'])
    return require
  }

  /** A file that a ruleset names, with what it imports. */
  function realmOf(name) {
    if (!realms.has(name)) realms.set(name, { number: `${realms.size}`, modules: new Map() })
    return realms.get(name)
  }

  function exportsOf(name) {
    const { modules } = realm
    const known = modules.get(name)
    if (known) return known.exports
    const module = { exports: {} }
    if (!isPackageFile(name)) lackMembers(module, 'module', ['require', 'paths', 'parent', 'children'])
    modules.set(name, module)
    const outer = loading
    loading = name
    try {
      load(module, name, host.kind(name))
    } catch (error) {
      modules.delete(name)
      throw error
    } finally {
      loading = outer
    }
    return module.exports
  }

  function load(module, name, kind) {
    if (kind === 'package') module.exports = packageOf(name) ?? missing(name)
    else if (kind === 'json') module.exports = parse(host.text(name))
    else if (kind === 'module') module.exports = host.load(name, realm.number)
    else host.load(name, realm.number).call(module.exports, module.exports, makeRequire(name), module)
  }

  /**
   * What an import of a package gives that is not there: it can be named, and using it fails the rule. What is read of
   * the environment is used, also by code that runs while it is loaded: it may decide what is checked later.
   */
  function missing(name, label = `the package "${name}"`) {
    const isEnvironment = /^(?:node:)?process$/.test(name)
    const fail = () => {
      const error = new Error(`${label} is not available here`)
      host.lack(error.message, error.stack)
      throw error
    }
    const traps = { apply: fail, construct: fail, has: fail, ownKeys: fail, getOwnPropertyDescriptor: fail }
    const stub = (isPart) => {
      const get = (_target, key) => {
        if (current || typeof key === 'symbol') return fail()
        if (key === 'then' || key === '__esModule') return undefined
        return isPart && isEnvironment ? fail() : stub(true)
      }
      return new Proxy(() => {}, { ...traps, get })
    }
    return stub(false)
  }

  // --- packages

  const core = new Map()
  const formats = new Map()
  const builtIn = new Map()

  /** A function of the engine, for code that calls it: with the same node of the host, or a copy of the value. */
  function coreFunction(name) {
    const call = (target, options, context) => {
      const path = context === current?.context ? '' : write(context?.path ?? [])
      const answer = host.core(name, refer(target), write(options), path)
      return answer === '' ? undefined : parse(answer)
    }
    core.set(call, name)
    return call
  }

  function createRulesetFunction({ input = null, options = null, errorOnInvalidInput = false }, run) {
    const schemas = { input, options, errorOnInvalidInput }
    const wrapped = (target, given, ...rest) => {
      const answer = host.validate(write(input), refer(target))
      if (answer !== '') return errorOnInvalidInput ? [{ message: answer }] : undefined
      return run(target, given, ...rest)
    }
    Object.defineProperty(wrapped, 'name', { value: run.name })
    Object.defineProperty(wrapped, 'schemas', { value: schemas })
    Object.defineProperty(wrapped, 'unchecked', { value: run })
    return wrapped
  }

  const isObject = (value) => typeof value === 'object' && value !== null
  const isPlainObject = (value) => isObject(value) && !Array.isArray(value)
  const major = (document, key) => (isPlainObject(document) ? Number.parseInt(`${document[key]}`, 10) : 0)
  const openApi = (version) => (document) =>
    major(document, 'openapi') === 3 && version.test(`${document.openapi}`)

  const tests = {
    oas2: (document) => major(document, 'swagger') === 2,
    oas3: openApi(/^/),
    oas3_0: openApi(/^3\.0(?:\.\d*)?$/),
    oas3_1: openApi(/^3\.1(?:\.\d*)?$/),
    oas3_2: openApi(/^3\.2(?:\.\d*)?$/),
  }
  const never = () => false
  const foreign =
    'aas2 aas2_0 aas2_1 aas2_2 aas2_3 aas2_4 aas2_5 aas2_6 aas3 aas3_0 aas3_1 arazzo1_0 asyncapi2 asyncApi2 asyncapi2_0 asyncapi2_1 asyncapi2_2 asyncapi2_3 asyncapi2_4 asyncapi2_5 asyncapi2_6 asyncApi3 asyncApi3_0 jsonSchema jsonSchemaLoose jsonSchemaDraft4 jsonSchemaDraft6 jsonSchemaDraft7 jsonSchemaDraft2019_09 jsonSchemaDraft2020_12'
  for (const name of foreign.split(' ')) tests[name] = (document) => never(document)
  for (const [name, test] of Object.entries(tests)) formats.set(test, name)
  const displayNames = { oas2: 'OpenAPI 2.0 (Swagger)', oas3: 'OpenAPI 3.x' }
  for (const part of ['0', '1', '2']) displayNames[`oas3_${part}`] = `OpenAPI 3.${part}.x`
  for (const [name, displayName] of Object.entries(displayNames)) tests[name].displayName = displayName

  /** `draft7` of the `$schema` of JSON Schema's draft 7; null of any other address. */
  function extractDraftVersion(address) {
    const [, number, date] =
      /^https?:\/\/json-schema\.org\/(?:draft-0([467])|draft\/(2019-09|2020-12))\/(?:hyper-)?schema#?$/.exec(
        address,
      ) ?? []
    return number === undefined && date === undefined ? null : `draft${number ?? date}`
  }

  function detectDialect(document) {
    const address = isPlainObject(document) ? document.$schema : undefined
    return typeof address === 'string' ? extractDraftVersion(address) : null
  }

  /** The built-in rulesets as objects, which each realm may change for itself. */
  function openRulesets() {
    realm.rulesets ??= Object.fromEntries(
      ['oas', 'asyncapi', 'arazzo'].map((kind) => {
        const value = { rules: kind === 'oas' ? oasRules() : {} }
        builtIn.set(value, `spectral:${kind}`)
        return [kind, value]
      }),
    )
    return realm.rulesets
  }

  function oasRules() {
    const { rules } = parse(host.oasRuleset())
    for (const { then } of Object.values(rules))
      for (const each of Array.isArray(then) ? then : [then])
        each.function = packages['@stoplight/spectral-functions'][each.function] ?? each.function
    return rules
  }

  /** What code changed in a built-in ruleset, as rules that override its own. */
  function listRuleChanges(value) {
    const old = realm.rulesets.oas === value ? oasRules() : {}
    const textOf = (rule) => write(plain(rule, Object.assign([], { inside: true })))
    const removed = Object.keys(old).filter((id) => !Object.hasOwn(value.rules, id))
    const changed = Object.entries(value.rules).filter(([id, rule]) => textOf(rule) !== textOf(old[id]))
    return Object.fromEntries([...removed.map((id) => [id, 'off']), ...changed])
  }

  const coreNames = host.coreNames().split(' ')
  const methods = 'get put post delete options head patch trace'.split(' ')
  const decode = (segment) => `${segment}`.replaceAll('~1', '/').replaceAll('~0', '~')
  const decodeUri = (segment) => decode(percent(segment))
  const encode = (segment) => `${segment}`.replaceAll('~', '~0').replaceAll('/', '~1')
  const hasRef = (value) => isPlainObject(value) && typeof value.$ref === 'string'
  const encodeUri = (segment) =>
    typeof segment === 'number' ? segment : encode(segment).replaceAll(/[^\w.!~*'()/-]/gu, encodeURIComponent)
  const pathToPointer = (path) => ['#', ...path.map(encodeUri)].join('/')

  function pointerToPath(pointer) {
    if (!`${pointer}`.startsWith('#')) throw new Error(`"${pointer}" is not a pointer in a fragment`)
    return pointer.split('/').slice(1).map(decodeUri)
  }

  function percent(text) {
    try {
      return decodeURIComponent(text)
    } catch {
      return text
    }
  }

  function follow(document, reference) {
    const path = pointerToPath(reference)
    return path.reduce((value, key) => {
      if (!isObject(value) || !Object.hasOwn(value, key))
        throw new ReferenceError(`Could not resolve '${reference}'`)
      return value[key]
    }, document)
  }

  const packages = {
    '@stoplight/spectral-core': { createRulesetFunction },
    '@stoplight/spectral-functions': Object.fromEntries(coreNames.map((name) => [name, coreFunction(name)])),
    '@stoplight/spectral-formats': { ...tests, extractDraftVersion, detectDialect },
    '@stoplight/types': {
      DiagnosticSeverity: {
        Error: 0,
        Warning: 1,
        Information: 2,
        Hint: 3,
        0: 'Error',
        1: 'Warning',
        2: 'Information',
        3: 'Hint',
      },
      HttpMethod: Object.fromEntries(methods.map((method) => [method.toUpperCase(), method])),
    },
    '@stoplight/json': {
      decodePointer: decodeUri,
      decodePointerFragment: decode,
      encodePointer: encode,
      encodePointerFragment: encode,
      extractPointerFromRef: (ref) => (`${ref}`.includes('#') ? ref.slice(ref.indexOf('#')) : null),
      extractSourceFromRef: (ref) => `${ref}`.split('#')[0] || null,
      hasRef,
      isExternalRef: (ref) => ref !== '' && !ref.startsWith('#'),
      isLocalRef: (ref) => ref.startsWith('#'),
      isPlainObject,
      pathToPointer,
      pointerToPath,
      resolveInlineRef: follow,
      safeStringify: (value) => (typeof value === 'string' ? value : stringify(value)),
      stringify,
      startsWith: (value, start) =>
        typeof value === 'string'
          ? value.startsWith(start)
          : start.every((part, index) => value[index] === part),
    },
    '@stoplight/spectral-runtime': {
      isPlainObject,
      printValue: (value) =>
        isObject(value) ? (Array.isArray(value) ? 'Array[]' : 'Object{}') : write(value),
      getEndRef: (map, ref) => {
        let found = ref
        while (found in map) found = map[found]
        return found
      },
      decodeSegmentFragment: (segment) => (typeof segment === 'string' ? decode(segment) : `${segment}`),
    },
  }

  /**
   * The package of a name; a path into it is the same, for all that it exports, and has what it is called after as its default.
   * What else a file imports from it may be only a type: bundlers let such an import pass, and using it fails the rule.
   */
  function packageOf(name) {
    const whole = name.replace(/^(@stoplight\/[^/]+)\/.*$/, '$1')
    const isRulesets = whole === '@stoplight/spectral-rulesets'
    if (!isRulesets && !Object.hasOwn(packages, whole)) return undefined
    const others = parse(host.namesFrom(name)).map((each) => [each, missing(name, `"${each}" of "${whole}"`)])
    const members = isRulesets ? openRulesets() : packages[whole]
    const [, part] = /\/([^/]+?)(?:\.js)?$/.exec(name.slice(whole.length)) ?? []
    const own = Object.hasOwn(members, part) ? { __esModule: true, default: members[part] } : {}
    return { ...Object.fromEntries(others), ...members, ...own }
  }

  // --- values between the host and here

  const write = (value) => stringify(value) ?? 'null'

  /** A node of the document by its number, anything else as text; nothing for undefined. */
  function refer(value) {
    if (value === undefined) return ''
    if (isObject(value) && current) {
      const copy = copyOf(current.view)
      copy.numbers ??= new Map(copy.nodes.map((node, index) => [node, index]))
      const number = copy.numbers.get(value)
      if (number !== undefined) return `#${number}`
    }
    return write(value)
  }

  function copyOf(view) {
    copies[view] ??= readCopy(parse(host.document(view)))
    return copies[view]
  }

  /** The nodes are numbered as the host numbers them: in the order of the text, parents first. */
  function readCopy({ roots, links, start }) {
    const nodes = []
    const pending = roots.toReversed()
    while (pending.length > 0) {
      const node = pending.pop()
      if (!isObject(node)) continue
      nodes.push(node)
      const members = Object.values(node)
      for (let index = members.length - 1; index >= 0; index--)
        if (isObject(members[index])) pending.push(members[index])
    }
    for (const [parent, key, target, value] of links)
      Object.defineProperty(nodes[parent], key, {
        value: target === -1 ? value : nodes[target],
        configurable: true,
        enumerable: true,
        writable: true,
      })
    freezeNodes(nodes, links)
    return { nodes, root: start === undefined ? roots[0] : nodes[start] }
  }

  /** All functions see the same copy. */
  function freezeNodes(nodes, links) {
    for (const [, , target, value] of links) if (target === -1) freeze(value)
    for (const node of nodes) Object.freeze(node)
  }

  /** A node by its number, or a value as text. */
  function targetOf(view, value) {
    if (typeof value === 'number') return copyOf(view).nodes[value]
    return value === '' ? undefined : parse(value)
  }

  // --- what a function is given beside its target

  /** Pointers to the references of a document, each with its text. */
  function mapReferences(value, path = [], found = {}) {
    if (hasRef(value)) found[pathToPointer(path)] = value.$ref
    else if (isObject(value))
      for (const [key, member] of Object.entries(value)) mapReferences(member, [...path, key], found)
    return found
  }

  function contextOf(rule) {
    const documents = {
      get data() {
        return copyOf('unresolved').root
      },
      get formats() {
        const { root } = copyOf('unresolved')
        return new Set(Object.values(tests).filter((test) => test(root)))
      },
      get parserResult() {
        return { data: documents.data }
      },
      source: null,
      diagnostics: [],
    }
    const inventory = {
      document: documents,
      referencedDocuments: {},
      get formats() {
        return documents.formats
      },
      source: null,
      get resolved() {
        return copyOf('resolved').root
      },
      get unresolved() {
        return copyOf('unresolved').root
      },
      get graph() {
        const { root } = copyOf('unresolved')
        return { nodes: { 'document.yaml': { data: inventory.resolved, refMap: mapReferences(root) } } }
      },
    }
    return {
      rule: { ...rule, formats: rule.formats ? new Set(rule.formats.map((name) => tests[name])) : null },
      document: documents,
      documentInventory: inventory,
      get path() {
        current.path ??= host.path()
        return parse(current.path)
      },
    }
  }

  // --- errors

  function explain(error) {
    if (!isObject(error)) return ['', `it threw ${typeof error === 'string' ? error : write(error)}`]
    const { name, message, stack } = error
    return [
      `${stack ?? ''}`,
      name === 'Error' ? `${message}` : `${name ?? 'it threw'}: ${message ?? write(error)}`,
    ]
  }

  const failure = (error) => `!${stringify(explain(error))}`

  // --- results

  function results(found) {
    if (found === undefined) return ''
    if (!isObject(found) || typeof found[Symbol.iterator] !== 'function')
      throw new TypeError(
        `the function returned ${isObject(found) ? 'an object' : write(found)}, and not a list`,
      )
    const list = []
    for (const each of found) list.push(result(each))
    return list.length === 0 ? '' : stringify(list)
  }

  function result({ message, path }) {
    if (typeof message !== 'string') throw new TypeError('the function returned a result without a message')
    if (path === undefined || path === null) return { message }
    if (!Array.isArray(path)) throw new TypeError('the function returned a result whose path is not a list')
    return { message, path: segments(path) }
  }

  /** One by one: what the platform does in one go, it cannot be stopped in. */
  function segments(path) {
    const list = []
    for (const key of path) list.push(typeof key === 'number' ? key : decode(`${key}`))
    return list
  }

  // --- a ruleset as data

  /** The number of a function, which stays the same. */
  function register(value) {
    const known = numbers.get(value)
    if (known !== undefined) return known
    numbers.set(value, functions.length)
    functions.push({ value, realm })
    return functions.length - 1
  }

  function facts(value) {
    const { input, options, errorOnInvalidInput } = value.schemas ?? {}
    const asksPath = takesMore(value.unchecked ?? value)
    return { number: register(value), name: `${value.name}`, input, options, errorOnInvalidInput, asksPath }
  }

  /** Whether a function can see its third argument: it lists more than two, or in a way that does not tell. */
  function takesMore(value) {
    const text = functionText.call(value)
    const plain = /^(?:async\s+)?(?:function\b[^(]*\(([\w$\s,]*)\)|\(([\w$\s,]*)\)\s*=>|([\w$]+)\s*=>)/.exec(
      text,
    )
    if (!plain || /\barguments\b/.test(text)) return true
    return value.length > 2
  }

  function describe(definition) {
    const own = []
    const value = plain(definition, own)
    if (isPlainObject(value) && definition.extends !== undefined)
      value.extends = extensions(definition.extends, own)
    return { value, functions: own.map(([name, fn]) => ({ ...facts(fn), key: name })) }
  }

  function extensions(value, own) {
    const one = (entry, ...mode) => {
      const name = builtIn.get(entry)
      const rules = name === undefined ? {} : listRuleChanges(entry)
      if (name !== undefined && Object.keys(rules).length === 0) return name
      if (name !== undefined) return nested({ extends: mode.length === 0 ? name : [[name, ...mode]], rules })
      return isPlainObject(entry) ? nested(unwrap(entry)) : plain(entry, own)
    }
    if (!Array.isArray(value)) return one(value)
    return value.map((entry) => (Array.isArray(entry) ? [one(...entry), ...entry.slice(1)] : one(entry)))
  }

  /** The ruleset of a module that CommonJS required, which has it under `default`. */
  function unwrap(entry) {
    const isRuleset = ['rules', 'extends', 'overrides'].some((key) => key in entry)
    return !isRuleset && isPlainObject(entry.default) ? entry.default : entry
  }

  function nested(ruleset) {
    const known = rulesets.findIndex(({ value }) => value === ruleset)
    return `javascript:${known === -1 ? rulesets.push({ value: ruleset, realm }) - 1 : known}`
  }

  function plain(value, own) {
    if (typeof value === 'function') return core.get(value) ?? formats.get(value) ?? named(value, own)
    if (value instanceof RegExp) return `${value}`
    if (builtIn.has(value)) return builtIn.get(value)
    if (Array.isArray(value)) return value.map((each) => plain(each, own))
    if (!isObject(value)) return value
    const kept = Object.entries(value).filter(([key]) => key !== 'extends' || own.inside)
    own.inside = true
    return Object.fromEntries(kept.map(([key, each]) => [key, plain(each, own)]))
  }

  /** A name of its own for a function of the ruleset, by which `then` names it. */
  function named(value, own) {
    const known = own.find(([, other]) => other === value)
    if (known) return known[0]
    // One that is written where it is used is called after its key.
    const base = ['', 'default', 'function'].includes(value.name) ? 'anonymous' : `${value.name}`
    let name = base
    const isTaken = () => coreNames.includes(name) || own.some(([other]) => other === name)
    for (let next = 2; isTaken(); next++) name = `${base} (${next})`
    own.push([name, value])
    return name
  }

  const defaultOf = (module) => module?.default?.default ?? module?.default ?? module

  Object.defineProperty(globalThis, '__gov', { value: exportsOf })
  Object.defineProperty(globalThis, '__govRequire', {
    value: (from, specifier) => makeRequire(from)(specifier),
  })

  /**
   * What Node has and the sandbox lacks. `typeof` and a property of `globalThis` tell that it is not there, as always;
   * what reads the name itself is recorded by the host, whatever the code catches.
   */
  function lackGlobal(name) {
    const get = () => {
      const reason = host.absent(name, new Error().stack)
      if (reason !== '') throw new ReferenceError(reason)
    }
    if (!(name in globalThis)) Object.defineProperty(globalThis, name, { get })
  }
  for (const name of host.absentNames().split(' ')) lackGlobal(name)

  /** What a rule makes of the time would be wrong in silence. A package may note when it was loaded. */
  watchClock(() => {
    if (loading === undefined || !isPackageFile(loading))
      lack('the time is not available here, as equal input gives equal issues')
  })

  /** Node's name for the globals; what code keeps there is its realm's own. */
  Object.defineProperty(globalThis, 'global', {
    get: () => {
      realm.global ??= Object.create(globalThis)
      return realm.global
    },
  })

  lockDown()
  freeze(packages)

  /** Runs the code of a realm, and gives its text, or what went wrong as one that begins with `!`. */
  function inRealm(entered, work) {
    realm = entered
    try {
      return work()
    } catch (error) {
      return failure(error)
    }
  }

  /** Takes the results of a promise: of the call that is running, and only once. */
  function waitFor(promise) {
    let isSettled = false
    const settle = (text) => {
      if (!isSettled) settled = text()
      isSettled = true
    }
    promise.then(
      (value) => settle(() => inRealm(realm, () => results(value))),
      (error) => settle(() => failure(error)),
    )
    return '?'
  }

  return {
    namesOf: (number, name) =>
      inRealm(
        [...realms.values()].find((each) => each.number === number),
        () => {
          const module = exportsOf(name)
          if (host.kind(name) === 'package' && !packageOf(name)) return host.namesFrom(name)
          return stringify(isObject(module) || typeof module === 'function' ? Object.keys(module) : [])
        },
      ),
    readFunction: (name) =>
      inRealm(realmOf(name), () => {
        const value = defaultOf(exportsOf(name))
        if (typeof value !== 'function') throw new TypeError('it exports no function')
        return stringify(facts(value))
      }),
    readRuleset: (name) =>
      inRealm(realmOf(name), () => {
        const value = defaultOf(exportsOf(name))
        if (!isPlainObject(value)) throw new TypeError('it exports no ruleset')
        return stringify(describe(builtIn.has(value) ? { extends: value } : value))
      }),
    readNested: (number) =>
      inRealm(rulesets[number].realm, () => stringify(describe(rulesets[number].value))),
    bind: (number, options, rule) => {
      const { value, realm } = functions[number]
      return inRealm(realm, () => {
        const run = value.unchecked ?? value
        calls.push({ run, realm, options: parse(options), context: contextOf(parse(rule)) })
        return `${calls.length - 1}`
      })
    },
    run: (number, isResolved, value) => {
      settled = undefined
      const { run, realm, options, context } = calls[number]
      const view = isResolved ? 'resolved' : 'unresolved'
      current = { view, context }
      return inRealm(realm, () => {
        const found = run(targetOf(view, value), options, context)
        return typeof found?.then === 'function' ? waitFor(found) : results(found)
      })
    },
    settled: () => settled ?? '?',
  }
}
