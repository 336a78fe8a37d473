import { pagePolicy } from '@/lib/auth/policy'
import { networkOperations } from '@/lib/http/server/api'
import type { Seen, Visitor } from './visitor'

/** What stands in addresses, by the name of the place. */
export type Places = Readonly<Record<string, readonly string[]>>

/** What a call asks for beyond its address. */
const queries: Readonly<Record<string, string>> = {
  exportAnnotations: '?format=stepmark',
  diffReleases: '?from=1',
  previewReturn: '?since=2026-01-01T00:00:00.000Z',
}

/** Every way to fill an address. Nothing where a place has nothing to stand in it. */
function fill(address: string, places: Places): string[] {
  const [open, name] = /[[{](\w+)[\]}]/.exec(address) ?? []
  if (open === undefined) return [address]
  return (places[name!] ?? []).flatMap((value) => fill(address.replace(open, value), places))
}

export interface Heard {
  path: string
  kind: 'page' | 'drawn' | 'call'
  seen: Seen
}

/** Every page, as it comes first and as pages ask each other for it, and every call that reads. */
export async function* crawl(visitor: Visitor, url: string, places: Places): AsyncGenerator<Heard> {
  for (const address of Object.keys(pagePolicy))
    for (const path of fill(address, places)) {
      yield { path, kind: 'page', seen: await visitor.copy().ask(url, path) }
      yield { path, kind: 'drawn', seen: await visitor.copy().draw(url, path) }
    }
  for (const { contract } of networkOperations) {
    if (contract.method !== 'get') continue
    for (const address of fill(`/api/v1${contract.path}`, places)) {
      const path = address + (queries[contract.name] ?? '')
      yield { path, kind: 'call', seen: await visitor.copy().ask(url, path) }
    }
  }
}
