/** Settings of ours; docs/operate.md has a row for each. A key of a model server has a name that its owner chose. */
export const knownSettings = [
  'STEPMARK_REPLICA_URL',
  'STEPMARK_ROLE_PASSWORD',
  'STEPMARK_WORKER',
  'STEPMARK_WORKER_PORT',
  'STEPMARK_DRAIN_SECONDS',
  'STEPMARK_LOG_LEVEL',
  'STEPMARK_METRICS_TOKEN',
  'STEPMARK_RATE_LIMIT_PER_MINUTE',
  'STEPMARK_SMTP_URL',
  'STEPMARK_MAIL_FROM',
  'STEPMARK_OIDC_ISSUER',
  'STEPMARK_OIDC_CLIENT_ID',
  'STEPMARK_OIDC_CLIENT_SECRET',
  'STEPMARK_OIDC_NAME',
  'STEPMARK_OIDC_ONLY',
  'STEPMARK_OIDC_STRONG_ACR',
  'STEPMARK_REQUIRE_TOTP',
  'STEPMARK_OUTBOUND_ALLOW',
  'STEPMARK_URL',
  'STEPMARK_TOKEN',
] as const

const keyPattern = /^STEPMARK_SCORER_KEY_./
/** What the tests and tools of a checkout are told. */
const notOfServers = /^STEPMARK_(?:E2E_|TEST_|SOAK_|FULL$|CHROMIUM$)/
/** What Kubernetes tells each container of services whose names begin so. */
const ofCluster = /_SERVICE_(?:HOST|PORT)(?:_|$)|_PORT_\d+_/
const clusterAddress = /^(?:tcp|udp|sctp):\/\//

/** Letters that may differ, of those that a name has, for it to be the one that was meant. */
const differingShare = 1 / 3

/**
 * Settings that are there under a name that nothing reads, in words, each with the name that was probably meant. No reason
 * not to start: what is shared by several versions may hold one that only another of them knows. Never tells a value.
 */
export function findUnknownSettings(
  source: Readonly<Record<string, string | undefined>>,
): string[] {
  return Object.entries(source)
    .filter(([name, value]) => value && isUnknown(name, value))
    .map(([name]) => {
      const suggestion = findClosest(name)
      const advice = suggestion
        ? `Is ${suggestion} meant?`
        : 'Unset it; docs/operate.md lists what there is.'
      return `${name} is set, and nothing reads a setting of this name. ${advice}`
    })
    .sort()
}

function isUnknown(name: string, value: string): boolean {
  if (!name.startsWith('STEPMARK_')) return false
  if (keyPattern.test(name) || notOfServers.test(name)) return false
  if (ofCluster.test(name) || clusterAddress.test(value)) return false
  return !knownSettings.some((known) => known === name)
}

/** One that goes on where this ends, or, by what stands after the prefix that all have, is nearly the same. */
function findClosest(name: string): string | null {
  const longer = knownSettings.find((known) => known.startsWith(`${name}_`))
  if (longer) return longer
  const bare = (text: string) => text.slice('STEPMARK_'.length)
  const [closest] = knownSettings
    .map((known) => ({ known, distance: countEdits(bare(name), bare(known)) }))
    .filter(({ known, distance }) => distance <= bare(known).length * differingShare)
    .sort((a, b) => a.distance - b.distance)
  return closest?.known ?? null
}

/** Letters to put in, take out or change until one text is the other (Levenshtein). */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i)
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...to].entries())
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (letter === other ? 0 : 1)))
    row = next
  }
  return row[to.length]!
}
