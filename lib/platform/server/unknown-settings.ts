/** All STEPMARK_ settings except keys of model servers, whose names their owners choose. docs/operate.md has a row for each. */
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
  'STEPMARK_KIT',
  'STEPMARK_URL',
  'STEPMARK_TOKEN',
] as const

const keyPattern = /^STEPMARK_SCORER_KEY_./
/** Settings for tests and tools in a checkout. */
const toolSettings = /^STEPMARK_(?:E2E_|TEST_|SOAK_|FULL$|CHROMIUM$)/
/** Variables that Kubernetes sets for services whose names start like ours. */
const clusterNames = /_SERVICE_(?:HOST|PORT)(?:_|$)|_PORT_\d+_/
const clusterAddress = /^(?:tcp|udp|sctp):\/\//

/** Maximum edit distance for a suggestion, relative to the length of the name. */
const maxDistanceShare = 1 / 3

/**
 * Reports settings that nothing reads, each with the probably intended name. Not a reason to refuse to start, because
 * several versions may share an environment. Never shows a value.
 */
export function findUnknownSettings(
  source: Readonly<Record<string, string | undefined>>,
): string[] {
  return Object.entries(source)
    .filter(([name, value]) => value && isUnknown(name, value))
    .map(([name]) => {
      const suggestion = findClosest(name)
      const advice = suggestion
        ? `Did you mean ${suggestion}?`
        : 'Unset it, or see the settings in docs/operate.md.'
      return `${name} is set, but there is no such setting. ${advice}`
    })
    .sort()
}

function isUnknown(name: string, value: string): boolean {
  if (!name.startsWith('STEPMARK_')) return false
  if (keyPattern.test(name) || toolSettings.test(name)) return false
  if (clusterNames.test(name) || clusterAddress.test(value)) return false
  return !knownSettings.some((setting) => setting === name)
}

/** A known name that continues this one, or that is similar after the common prefix. */
function findClosest(name: string): string | null {
  const longer = knownSettings.find((setting) => setting.startsWith(`${name}_`))
  if (longer) return longer
  const stripPrefix = (text: string) => text.slice('STEPMARK_'.length)
  const [closest] = knownSettings
    .map((setting) => ({
      candidate: setting,
      distance: countEdits(stripPrefix(name), stripPrefix(setting)),
    }))
    .filter(
      ({ candidate, distance }) => distance <= stripPrefix(candidate).length * maxDistanceShare,
    )
    .sort((a, b) => a.distance - b.distance)
  return closest?.candidate ?? null
}

/** Levenshtein distance. */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i)
  for (const [i, letter] of [...from].entries()) {
    const nextRow = [i + 1]
    for (const [j, otherLetter] of [...to].entries())
      nextRow.push(
        Math.min(nextRow[j]! + 1, row[j + 1]! + 1, row[j]! + (letter === otherLetter ? 0 : 1)),
      )
    row = nextRow
  }
  return row[to.length]!
}
