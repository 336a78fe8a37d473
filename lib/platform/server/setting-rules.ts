import { findUnreadableHosts } from './outbound-address'

/** From what is said of everything to nothing at all. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

const drainMaxSeconds = 300
const portMax = 65_535
/** With fewer, people who label fast would be kept waiting. */
const rateLimitLeast = 60
const rateLimitMost = 999_999_999
/** Of a token that opens the metrics to whoever has it. */
const tokenMinLength = 24
const secretMinLength = 43 // 32 bytes in base64
/** 32 random bytes have more, in base64 by far and in hexadecimal nearly always; a repeated word or counting has not. */
const secretMinCharacters = 12
const secretAdvice = 'Make one with "openssl rand -base64 48".'

type Source = Readonly<Record<string, string | undefined>>

/** A whole number from `min` to `max`; null where the text is none. */
export function parseWhole(text: string, min: number, max: number): number | null {
  const value = Number(text)
  return /^\d{1,9}$/.test(text) && value >= min && value <= max ? value : null
}

export const parseDrainSeconds = (text: string) => parseWhole(text, 0, drainMaxSeconds)
export const parsePort = (text: string) => parseWhole(text, 1, portMax)
/** Calls in a minute. */
export const parseRateLimit = (text: string) => parseWhole(text, rateLimitLeast, rateLimitMost)
export const parseLogLevel = (text: string) => logLevels.find((level) => level === text) ?? null

/** Names of this machine and of no one else's. */
export function isLoopback(url: URL): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(url.hostname)
}

/** What is wrong with the address that people type; null: nothing, or it is not set. */
export function findAddressProblem(address: string | undefined): string | null {
  if (!address) return null
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return 'NEXTAUTH_URL is no address: it reads https://stepmark.example.org.'
  if (url.protocol === 'http:' && !isLoopback(url))
    return 'NEXTAUTH_URL is without TLS: passwords would be sent for everyone to read. Give an address with https://; http:// is for this machine alone.'
  return null
}

/** What must hold of each setting that may be left out. The value is told only where it is no secret. */
const rules: Readonly<Record<string, (value: string) => string | null>> = {
  // It may hold a password, and is not told.
  STEPMARK_REPLICA_URL: (value) =>
    URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol)
      ? null
      : 'give the address of a streaming replica, as postgresql://USER:PASSWORD@HOST:PORT/DATABASE.',
  STEPMARK_WORKER: (value) => (value === 'on' || value === 'off' ? null : 'say on or off.'),
  STEPMARK_WORKER_PORT: (value) =>
    parsePort(value) === null ? `give a port from 1 to ${portMax}.` : null,
  STEPMARK_DRAIN_SECONDS: (value) =>
    parseDrainSeconds(value) === null ? `give whole seconds from 0 to ${drainMaxSeconds}.` : null,
  STEPMARK_LOG_LEVEL: (value) =>
    parseLogLevel(value) === null ? `say one of ${logLevels.join(', ')}.` : null,
  STEPMARK_RATE_LIMIT_PER_MINUTE: (value) =>
    value === 'off' || parseRateLimit(value) !== null
      ? null
      : `give a whole number of calls, ${rateLimitLeast} or more, or say off.`,
  STEPMARK_OUTBOUND_ALLOW: sayUnreadableHosts,
  OTEL_EXPORTER_OTLP_ENDPOINT: (value) =>
    URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
      ? null
      : 'give the address of a collector, as http://127.0.0.1:4318.',
}

function sayUnreadableHosts(value: string): string | null {
  const unreadable = findUnreadableHosts(value)
  return unreadable.length === 0
    ? null
    : `${unreadable.map((entry) => JSON.stringify(entry)).join(', ')} is no host: write host:port, with commas between.`
}

/** Settings that are there and cannot be used, each by its name. A setting that is empty is one that is not set. */
export function findUnreadableSettings(source: Source): string[] {
  const problems: string[] = []
  for (const [name, value = ''] of Object.entries(source)) {
    if (value === '') continue
    const rule = rules[name] ?? (isHostOfKey(name, source) ? sayUnreadableHosts : null)
    const problem = rule?.(value)
    if (problem) problems.push(`${name} cannot be read: ${problem}`)
  }
  const token = source.STEPMARK_METRICS_TOKEN ?? ''
  if (token !== '' && (token.length < tokenMinLength || /\s/.test(token)))
    problems.push(
      `STEPMARK_METRICS_TOKEN must have ${tokenMinLength} characters or more and no spaces. Make one with "openssl rand -base64 32".`,
    )
  // Node itself reads it, for every connection of the process.
  if (source.NODE_TLS_REJECT_UNAUTHORIZED === '0')
    problems.push(
      'NODE_TLS_REJECT_UNAUTHORIZED is 0: whoever stands between could then be any server. Unset it; NODE_EXTRA_CA_CERTS takes a certificate of your own.',
    )
  return problems
}

/** A key of a model server may itself have a name that ends so. */
function isHostOfKey(name: string, source: Source): boolean {
  const key = /^(STEPMARK_SCORER_KEY_.+)_HOST$/.exec(name)?.[1]
  return key !== undefined && Boolean(source[key])
}

/** The secrets of NEXTAUTH_SECRET_OLD: blanks, ends of lines or commas between them. */
export function splitSecrets(text = ''): string[] {
  return text.split(/[\s,]+/).filter((secret) => secret !== '')
}

/** What is wrong with the secret and with those before it, which open things still. Never tells a secret. */
export function findSecretProblems(source: Source): string[] {
  const secret = source.NEXTAUTH_SECRET ?? ''
  const problem = findSecretProblem(secret)
  return [
    ...(problem ? [`NEXTAUTH_SECRET ${problem} ${secretAdvice}`] : []),
    ...splitSecrets(source.NEXTAUTH_SECRET_OLD).flatMap((old, i) => {
      const wrong =
        old === secret
          ? 'is NEXTAUTH_SECRET itself: name the one before it.'
          : findSecretProblem(old)
      return wrong ? [`NEXTAUTH_SECRET_OLD (number ${i + 1} of it) ${wrong}`] : []
    }),
  ]
}

function findSecretProblem(secret: string): string | null {
  if (secret === '') return 'is not set: 32 random bytes or more.'
  if (secret.length < secretMinLength)
    return `has ${secret.length} characters; 32 random bytes in base64 have ${secretMinLength} or more.`
  const distinct = new Set(secret).size
  if (distinct < secretMinCharacters)
    return `has ${distinct} different characters; less than ${secretMinCharacters} can be guessed.`
  return null
}
