import { readScorerApiKey } from '@/lib/platform/server/env'
import { AllowedHosts } from '@/lib/platform/server/outbound-address'
import type { ModelServerSettings } from '../model-server-settings'

export type ScorerApiKeyResult =
  | { ok: true; key: string | undefined }
  /** `missing`: the operator may still set it. `refused`: it is for other hosts, or can't be sent. */
  | { ok: false; error: 'missing' | 'refused'; problem: string }

/** The characters of a bearer token (RFC 6750) and a few more, but none that could end a header. */
const validKeyPattern = /^[\x21-\x7e]+$/

const describeKeySetting = (setting: string) =>
  `Ask your server admin to set ${setting} and restart the server.`

/**
 * The key named by a server's settings; undefined if they name none. Any project admin can choose a name and a URL, so a
 * key is sent only to the hosts that the environment binds it to.
 */
export function findScorerApiKey({
  key: name,
  url,
}: Pick<ModelServerSettings, 'key' | 'url'>): ScorerApiKeyResult {
  if (name === null) return { ok: true, key: undefined }
  const { key, hosts } = readScorerApiKey(name)
  const setting = `STEPMARK_SCORER_KEY_${name}`
  if (key === '')
    return {
      ok: false,
      error: 'missing',
      problem: `The key ${name} is not set. ${describeKeySetting(`${setting}, and its host in ${setting}_HOST,`)}`,
    }
  const makeRefusal = (problem: string): ScorerApiKeyResult => ({
    ok: false,
    error: 'refused',
    problem,
  })
  if (!validKeyPattern.test(key))
    return makeRefusal(
      `The key ${name} is invalid: it contains a space, a line break or another character not allowed in keys. ${describeKeySetting(setting)}`,
    )
  if (hosts === '')
    return makeRefusal(
      `The key ${name} has no host, so it is not sent. ${describeKeySetting(`${setting}_HOST=${new URL(url).host}`)}`,
    )
  if (!new AllowedHosts(hosts).has(new URL(url)))
    return makeRefusal(
      `The key ${name} is not allowed for ${new URL(url).host} and was not sent. Ask your server admin to add the host to ${setting}_HOST.`,
    )
  return { ok: true, key }
}
