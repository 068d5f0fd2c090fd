import { declaresOpenApi } from '../../run/init/find-definitions.ts'

const headLength = 4096
/** With more, only the beginning is searched, which is where people look. */
const mostMentions = 1000

/** Where a document names the version at its end, that counts, too. */
export function isDefinition(path: string, text: string): boolean {
  const [, kind] = /\.(json|ya?ml)$/i.exec(path) ?? []
  const mentions = text.split(/openapi|swagger/, mostMentions + 1).length
  const searched = mentions > mostMentions ? text.slice(0, headLength) : text
  return kind !== undefined && declaresOpenApi(searched, kind.toLowerCase() === 'json' ? 'json' : 'yaml')
}
