import { readScorerKey } from '@/lib/platform/server/env'
import { AllowedHosts } from '@/lib/platform/server/outbound-address'
import type { ServerSettings } from '../server-settings'

export type FoundKey =
  | { ok: true; key: string | undefined }
  /** `missing`: it may come yet. `refused`: it is not for this address, or cannot be sent. */
  | { ok: false; trouble: 'missing' | 'refused'; problem: string }

/** What RFC 6750 lets a bearer's token be of, and a little more: nothing that ends a header. */
const sendable = /^[\x21-\x7e]+$/

const whoSets = (setting: string) =>
  `Whoever runs this server sets ${setting} in its environment, and starts it again.`

/**
 * The key that a server's settings name; undefined where they name none. A name and an address are what any admin of a
 * project chooses: a key goes only to the hosts that the environment binds it to.
 */
export function findScorerKey({ key: name, url }: Pick<ServerSettings, 'key' | 'url'>): FoundKey {
  if (name === null) return { ok: true, key: undefined }
  const { key, hosts } = readScorerKey(name)
  const setting = `STEPMARK_SCORER_KEY_${name}`
  if (key === '')
    return {
      ...{ ok: false, trouble: 'missing' },
      problem: `The key ${name} is not there. ${whoSets(`${setting}, and the host that it is for as ${setting}_HOST,`)}`,
    }
  const refuse = (problem: string): FoundKey => ({ ok: false, trouble: 'refused', problem })
  if (!sendable.test(key))
    return refuse(
      `The key ${name} cannot be sent: it has a space, a line break or another character in it that keys have not. ${whoSets(setting)}`,
    )
  if (hosts === '')
    return refuse(
      `The key ${name} is bound to no host, and so is sent to none. ${whoSets(`${setting}_HOST=${new URL(url).host}, if it is for this one,`)}`,
    )
  if (!new AllowedHosts(hosts).has(new URL(url)))
    return refuse(
      `The key ${name} is not for ${new URL(url).host}, and was not sent there. Whoever runs this server says in ${setting}_HOST which hosts it is for.`,
    )
  return { ok: true, key }
}
