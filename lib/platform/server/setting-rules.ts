import { findInvalidAllowedHosts } from './outbound-address'

/** From most to least verbose. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

const drainMaxSeconds = 300
const maxPort = 65_535
/** A lower limit would slow down fast annotators. */
const minRateLimit = 60
const maxRateLimit = 999_999_999
/** For a token that grants access to the metrics. */
const tokenMinLength = 24
const secretMinLength = 43 // 32 bytes in base64
/**
 * Minimum number of different characters. 32 random bytes have more in base64, and nearly always in hexadecimal. Repeated
 * words and sequences have fewer.
 */
const secretMinCharacters = 12
const secretAdvice = 'Generate one with "openssl rand -base64 48".'

type Source = Readonly<Record<string, string | undefined>>

/** An integer from `min` to `max`; null if invalid. */
export function parseIntegerInRange(text: string, min: number, max: number): number | null {
  const value = Number(text)
  return /^\d{1,9}$/.test(text) && value >= min && value <= max ? value : null
}

export const parseDrainSeconds = (text: string) => parseIntegerInRange(text, 0, drainMaxSeconds)
export const parsePort = (text: string) => parseIntegerInRange(text, 1, maxPort)
/** Calls per minute. */
export const parseRateLimit = (text: string) =>
  parseIntegerInRange(text, minRateLimit, maxRateLimit)
export const parseLogLevel = (text: string) => logLevels.find((level) => level === text) ?? null

/** Whether a URL points to the local machine. */
export function isLoopbackUrl(url: URL): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(url.hostname)
}

/** What is wrong with the public URL; null: nothing, or it is not set. */
export function findPublicUrlProblem(address: string | undefined): string | null {
  if (!address) return null
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return 'NEXTAUTH_URL is not a valid URL. Example: https://stepmark.example.org.'
  if (url.protocol === 'http:' && !isLoopbackUrl(url))
    return 'NEXTAUTH_URL has no TLS, so passwords could be read on the network. Use https://. http:// is only for localhost.'
  return null
}

/** The rule of each optional setting. Values are only shown if they are not secret. */
const rules: Readonly<Record<string, (value: string) => string | null>> = {
  // May contain a password, so it is never shown.
  STEPMARK_REPLICA_URL: (value) =>
    URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol)
      ? null
      : 'use the URL of a streaming replica: postgresql://USER:PASSWORD@HOST:PORT/DATABASE.',
  STEPMARK_WORKER: (value) => (value === 'on' || value === 'off' ? null : 'use on or off.'),
  STEPMARK_KIT: (value) => (value === 'on' ? null : 'use on, or remove it.'),
  STEPMARK_WORKER_PORT: (value) =>
    parsePort(value) === null ? `use a port from 1 to ${maxPort}.` : null,
  STEPMARK_DRAIN_SECONDS: (value) =>
    parseDrainSeconds(value) === null ? `use whole seconds from 0 to ${drainMaxSeconds}.` : null,
  STEPMARK_LOG_LEVEL: (value) =>
    parseLogLevel(value) === null ? `use one of ${logLevels.join(', ')}.` : null,
  STEPMARK_RATE_LIMIT_PER_MINUTE: (value) =>
    value === 'off' || parseRateLimit(value) !== null
      ? null
      : `use a whole number of calls, ${minRateLimit} or more, or off.`,
  STEPMARK_OUTBOUND_ALLOW: checkHosts,
  OTEL_EXPORTER_OTLP_ENDPOINT: (value) =>
    URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
      ? null
      : 'use the URL of a collector, such as http://127.0.0.1:4318.',
}

function checkHosts(value: string): string | null {
  const invalidHosts = findInvalidAllowedHosts(value)
  return invalidHosts.length === 0
    ? null
    : `${invalidHosts.map((entry) => JSON.stringify(entry)).join(', ')} is not a host. Use host:port, separated by commas.`
}

/** Problems of optional settings, as messages. An empty setting counts as not set. */
export function findInvalidSettings(source: Source): string[] {
  const problems: string[] = []
  for (const [name, value = ''] of Object.entries(source)) {
    if (value === '') continue
    const rule = rules[name] ?? (isHostOfKey(name, source) ? checkHosts : null)
    const problem = rule?.(value)
    if (problem) problems.push(`${name} is invalid: ${problem}`)
  }
  const token = source.STEPMARK_METRICS_TOKEN ?? ''
  if (token !== '' && (token.length < tokenMinLength || /\s/.test(token)))
    problems.push(
      `STEPMARK_METRICS_TOKEN must have ${tokenMinLength} characters or more and no spaces. Generate one with "openssl rand -base64 32".`,
    )
  // Node reads this one itself, for every connection of the process.
  if (source.NODE_TLS_REJECT_UNAUTHORIZED === '0')
    problems.push(
      'NODE_TLS_REJECT_UNAUTHORIZED is 0, so anyone on the network could impersonate any server. Unset it. For your own certificate authority, set NODE_EXTRA_CA_CERTS.',
    )
  return problems
}

/** Whether this setting has the hosts of a key. The name of a key may end with `_HOST` too. */
function isHostOfKey(name: string, source: Source): boolean {
  const key = /^(STEPMARK_SCORER_KEY_.+)_HOST$/.exec(name)?.[1]
  return key !== undefined && Boolean(source[key])
}

/** The secrets of NEXTAUTH_SECRET_OLD, separated by spaces, line breaks or commas. */
export function splitOldSecrets(text = ''): string[] {
  return text.split(/[\s,]+/).filter((secret) => secret !== '')
}

/** What is wrong with the current and old secrets. Never shows a secret. */
export function findSecretProblems(source: Source): string[] {
  const secret = source.NEXTAUTH_SECRET ?? ''
  const problem = findSecretProblem(secret)
  return [
    ...(problem ? [`NEXTAUTH_SECRET ${problem} ${secretAdvice}`] : []),
    ...splitOldSecrets(source.NEXTAUTH_SECRET_OLD).flatMap((old, i) => {
      const oldProblem =
        old === secret
          ? 'is NEXTAUTH_SECRET itself. Set the previous secret.'
          : findSecretProblem(old)
      return oldProblem ? [`NEXTAUTH_SECRET_OLD (number ${i + 1} of it) ${oldProblem}`] : []
    }),
  ]
}

function findSecretProblem(secret: string): string | null {
  if (secret === '') return 'is not set. It needs 32 random bytes or more.'
  if (secret.length < secretMinLength)
    return `has ${secret.length} characters. 32 random bytes in base64 have ${secretMinLength} or more.`
  const characterCount = new Set(secret).size
  if (characterCount < secretMinCharacters)
    return `has ${characterCount} different characters. Fewer than ${secretMinCharacters} can be guessed.`
  return null
}
