import type { Definition } from '../../core/model/asked.ts'
import { usageError } from '../../core/model/errors.ts'
import { placeText } from '../../core/text/places.ts'
import { excerpt, plural } from '../../core/text/wording.ts'
import { serviceLimits } from '../../dashboard/contract/evaluation.ts'
import { findNamedFiles } from '../../engine/openapi/data-places.ts'
import { findDocumentIssues } from '../../engine/openapi/document-issues.ts'
import { placeholder, uncheckedOperation } from '../../engine/openapi/document-rules.ts'
import { noFiles } from '../../engine/openapi/files.ts'
import type { Rule } from '../../engine/rule.ts'
import type { SentDefinition } from '../sources/bundle-definition.ts'
import type { LocalDefinition } from '../sources/local-definition.ts'
import type { Sources } from '../sources/sources.ts'
import type { Capabilities, Connection } from '../types.ts'
import type { World } from '../world.ts'
import { findIgnores } from './ignores-of.ts'

export interface Survey {
  /** The definitions asked for, with the digest of what is checked. */
  readonly definitions: readonly Definition[]
  readonly warnings: readonly string[]
}

export interface Surveyor {
  /**
   * Reads and checks a definition before it is sent, the first time that it is given. Throws GovError, usage: a bad file,
   * or one that a dashboard would get only in part. Behind each file, signals and timers have their turn.
   */
  readonly look: (definition: Definition) => Promise<void>
  /** The definitions and warnings so far. */
  readonly survey: () => Survey
}

type SurveyOptions = Pick<World, 'sources'> & Partial<Pick<World, 'observe'>>

export function createSurveyor(
  asked: readonly Definition[],
  connection: Pick<Connection, 'capabilities' | 'memory' | 'sendsPlaceholders'>,
  { sources, observe }: SurveyOptions,
): Surveyor {
  const { capabilities, memory } = connection
  const found = new Map<string, Definition>()
  const warnings: string[] = []
  return {
    look: async (each) => {
      const { file } = each
      if (found.has(file)) return
      const known = memory?.digestOf(file, await sources.note(file))
      const definition = known === undefined ? await readForEvaluator(file, sources, capabilities) : undefined
      if (definition && !capabilities.readsFiles) {
        warnings.push(...refuseUnsent(definition, connection))
        tellLarge(definition, observe)
      }
      if (definition) warnings.push(...uncheckedFiles(definition))
      const ignores = definition && capabilities.dropsIgnored ? findIgnores(definition) : undefined
      found.set(file, {
        ...each,
        digest: known ?? definition?.digest,
        ...(definition?.bundled && { bundled: definition.bundled }),
        ...(ignores && { ignores }),
      })
      await new Promise((resolve) => setImmediate(resolve))
    },
    survey: () => ({ definitions: asked.map((each) => found.get(each.file) ?? each), warnings }),
  }
}

/** A warning only, because a dashboard's limit can be raised. */
function tellLarge({ file, bytes, bundled }: SentDefinition, observe: SurveyOptions['observe']): void {
  const mostMb = serviceLimits.bodyBytes / bytesOfMb
  if (bundled === undefined || bytes.length <= serviceLimits.bodyBytes) return
  const size = (bytes.length / bytesOfMb).toFixed(1)
  const files = plural(bundled.length, 'other file')
  observe?.warning(
    `${file} is ${size} MB as a bundle with ${files}: a dashboard takes ${mostMb} MB, unless its limit is raised`,
  )
}

const bytesOfMb = 1024 * 1024

/** A definition as an evaluator gets it: as it is, or with what it refers to as one document. Throws GovError, usage. */
export function readForEvaluator(
  file: string,
  { readDefinition, readSent }: Pick<Sources, 'readDefinition' | 'readSent'>,
  { readsFiles }: Pick<Capabilities, 'readsFiles'>,
): Promise<SentDefinition> {
  return readsFiles ? readDefinition(file) : readSent(file)
}

type Sent = Pick<SentDefinition, 'file' | 'document' | 'files'>

/**
 * The checks that the embedded sandbox makes of every definition, made before a dashboard gets one. Throws GovError,
 * usage, if a part of it would go unchecked: all but the last of repeated keys, keys in a text, operations beside a `$ref`,
 * and placeholders, which a dashboard takes for text. What else the sandbox would report as an issue is a warning, since a
 * dashboard sees it and may know what it means.
 */
export function refuseUnsent(
  { file, document, files = noFiles }: Sent,
  { sendsPlaceholders }: Pick<Connection, 'sendsPlaceholders'>,
): readonly string[] {
  const issues = findDocumentIssues(document, files)
  const repeated = document.keyFaults().find(({ kind }) => kind === 'repeated')
  if (repeated !== undefined) {
    throw usageError(
      'definition-keys-repeated',
      `${placeText(file, repeated.location)}: the key ${excerpt(String(repeated.path.at(-1)), longest)} is duplicated: only its last value would be checked`,
      'Remove or rename the key.',
    )
  }
  const [misread] = document.misreadings()
  if (misread !== undefined) {
    const isCharacter = misread.path.length === 0
    throw usageError(
      isCharacter ? 'definition-character' : 'definition-quote-open',
      `${placeText(file, misread.location)}: ${excerpt(misread.reason, longest)}`,
      isCharacter
        ? 'Remove it: the dashboard may read another document than you do.'
        : 'Fix it there: what the quote holds would not be checked.',
    )
  }
  for (const { rule, message, location, file: part } of issues) {
    const code = codes.get(rule)
    if (code === undefined || (rule === placeholder && sendsPlaceholders)) continue
    throw usageError(code, `${placeText(part ?? file, location)}: ${message}`, rule.howToFix)
  }
  const [first, ...others] = issues
  if (first === undefined) return []
  const more = others.length > 0 ? ` (and ${plural(others.length, 'more problem')})` : ''
  return [`${placeText(first.file ?? file, first.location)}: ${excerpt(first.message, longest)}${more}`]
}

const codes: ReadonlyMap<Rule, string> = new Map([
  [uncheckedOperation, 'definition-operation-unchecked'],
  [placeholder, 'definition-placeholder'],
])

/** Longest excerpt of the document in a message, in characters. */
const longest = 160

/**
 * A warning about a definition that names files other than by a `$ref`, which neither a dashboard nor the embedded
 * sandbox follows: nothing in them is checked.
 */
export function uncheckedFiles({
  file: name,
  value,
  locate,
}: Pick<LocalDefinition, 'file' | 'value' | 'locate'>): readonly string[] {
  const named = findNamedFiles(value)
  const [first] = named
  if (first === undefined) return []
  const others = new Set(named.map(({ file }) => file)).size - 1
  const more = others > 0 ? ` (and ${plural(others, 'more file')})` : ''
  const where = `${placeText(name, locate(first.path))}: ${first.by}`
  const file = excerpt(first.file, longest) + more
  return [`${where} names ${file}, which is not checked: only $ref is followed`]
}
