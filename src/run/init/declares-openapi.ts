/** Whether a document whose beginning is `head` says at its top that it is OpenAPI 3, or Swagger 2.0. */
export function declaresOpenApi(head: string, format: 'json' | 'yaml'): boolean {
  const text = head.replace(/^\ufeff/, '')
  const isFlow = format === 'json' || text.trimStart().startsWith('{')
  return isFlow ? declaresInJson(text) : blockKey.test(text)
}

const blockKey = /^(["']?)(?:openapi\1[ \t]*:[ \t]*["']?3\.\d|swagger\1[ \t]*:[ \t]*["']?2\.0)/m
const flowKey = /(["']?)\b(?:openapi\1\s*:\s*["']?3\.\d|swagger\1\s*:\s*["']?2\.0)/g

function declaresInJson(text: string): boolean {
  return [...text.matchAll(flowKey)].some(({ index }) => depthAt(text.slice(0, index)) === 1)
}

/** How many brackets are open at the end of `text`, those in strings left out. */
function depthAt(text: string): number {
  const bare = text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '')
  return bare.replaceAll(/[^{[]/g, '').length - bare.replaceAll(/[^}\]]/g, '').length
}
