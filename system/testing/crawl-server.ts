import { pagePolicy } from '@/lib/auth/policy'
import { httpOperations } from '@/lib/http/server/api'
import type { VisitorReply, Visitor } from './visitor'

/** Values for the parameters in addresses. */
export type ParameterIds = Readonly<Record<string, readonly string[]>>

/** Required query parameters. */
const queries: Readonly<Record<string, string>> = {
  exportAnnotations: '?format=stepmark&includeQualityControl=true',
  diffReleases: '?from=1',
  previewPauseEnd: '?since=2026-01-01T00:00:00.000Z',
}

/** Every combination of values. Empty if a parameter has no value. */
function fillParameters(address: string, idsByName: ParameterIds): string[] {
  const [placeholder, name] = /[[{](\w+)[\]}]/.exec(address) ?? []
  if (placeholder === undefined) return [address]
  return (idsByName[name!] ?? []).flatMap((value) =>
    fillParameters(address.replace(placeholder, value), idsByName),
  )
}

export interface CrawledReply {
  path: string
  kind: 'page' | 'rsc' | 'call'
  reply: VisitorReply
}

/** Requests every page, as a document and, unless `asRsc` is false, as RSC, and every read operation. */
export async function* crawlServer(
  visitor: Visitor,
  url: string,
  idsByName: ParameterIds,
  asRsc = true,
): AsyncGenerator<CrawledReply> {
  for (const address of Object.keys(pagePolicy))
    for (const path of fillParameters(address, idsByName)) {
      yield { path, kind: 'page', reply: await visitor.copy().request(url, path) }
      if (!asRsc) continue
      yield { path, kind: 'rsc', reply: await visitor.copy().requestRsc(url, path) }
    }
  for (const { contract } of httpOperations) {
    if (contract.method !== 'get') continue
    for (const address of fillParameters(`/api/v1${contract.path}`, idsByName)) {
      const path = address + (queries[contract.name] ?? '')
      yield { path, kind: 'call', reply: await visitor.copy().request(url, path) }
    }
  }
}
