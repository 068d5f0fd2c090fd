import type { Definition } from '../../core/model/asked.ts'
import { serviceLimits } from '../../dashboard/contract/evaluation.ts'
import { plural } from '../../reporters/wording.ts'
import type { Connection } from '../check-plan.ts'
import type { Capabilities } from '../evaluators/evaluator.ts'
import type { Sources } from '../sources.ts'
import type { World } from '../world.ts'
import type { SentDefinition } from './bundle-definition.ts'
import { findIgnores } from './ignores-of.ts'
import { refuseUnsent, uncheckedFiles } from './refuse-unsent.ts'

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
      const definition = known === undefined ? await readEvaluated(file, sources, capabilities) : undefined
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
export function readEvaluated(
  file: string,
  { readDefinition, readSent }: Pick<Sources, 'readDefinition' | 'readSent'>,
  { readsFiles }: Pick<Capabilities, 'readsFiles'>,
): Promise<SentDefinition> {
  return readsFiles ? readDefinition(file) : readSent(file)
}
