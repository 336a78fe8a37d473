import { AppError } from '@/lib/platform/errors'
import {
  findPublicUrlProblem,
  findSecretProblems,
  findInvalidSettings,
  isLoopbackUrl,
  type LogLevel,
  parseDrainSeconds,
  parseLogLevel,
  parsePort,
  parseRateLimit,
  splitOldSecrets,
} from './setting-rules'
import { findUnknownSettings } from './unknown-settings'

/** Settings that the web server needs. */
export interface WebServerSettings {
  /** PostgreSQL connection string. */
  databaseUrl: string
  /** The public URL, without a trailing slash. */
  publicUrl: string
  /** At least 32 random bytes. Signs session cookies and derives encryption keys. */
  secret: string
}

/** Problems that keep the server from starting safely. Empty if there are none. */
export function listSettingProblems(source: NodeJS.ProcessEnv = process.env): string[] {
  const addressProblem = findPublicUrlProblem(source.NEXTAUTH_URL)
  return [
    ...findRequiredSettingProblems(source),
    ...(addressProblem ? [addressProblem] : []),
    ...findInvalidSettings(source),
  ]
}

/** Unknown settings with our prefix: a warning, but no reason not to start. */
export function listUnknownSettings(): string[] {
  return findUnknownSettings(process.env)
}

/** Required settings that are missing or weak. */
function findRequiredSettingProblems(source: NodeJS.ProcessEnv): string[] {
  const problems: string[] = []
  if (!source.DATABASE_URL) problems.push('DATABASE_URL is not set. Set it to your PostgreSQL.')
  if (!source.NEXTAUTH_URL) problems.push('NEXTAUTH_URL is not set. Set it to the public URL.')
  problems.push(...findSecretProblems(source))
  if (source.AUTH_TRUST_HOST)
    problems.push('AUTH_TRUST_HOST is set: a forged Host header could then poison links. Unset it.')
  return [...problems, ...findSignInProblems(source), ...findMailProblems(source)]
}

/** Never shows the server address, which may contain a password. */
function findMailProblems({
  STEPMARK_SMTP_URL: url,
  STEPMARK_MAIL_FROM: from,
}: NodeJS.ProcessEnv): string[] {
  if (!url && !from) return []
  if (!url) return ['STEPMARK_MAIL_FROM is set without STEPMARK_SMTP_URL: set both, or neither.']
  if (!from) return ['STEPMARK_SMTP_URL is set without STEPMARK_MAIL_FROM: set both, or neither.']
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol))
    return ['STEPMARK_SMTP_URL is not an address that begins with smtp:// or smtps://.']
  if (!canBeDecoded(url))
    return ['STEPMARK_SMTP_URL has an unescaped % in its name or password. Write it as %25.']
  if (!from.includes('@') || /\p{Cc}/u.test(from))
    return ['STEPMARK_MAIL_FROM is not an email address.']
  return []
}

function canBeDecoded(address: string): boolean {
  const { username, password } = new URL(address)
  try {
    return decodeURIComponent(username + password) !== null
  } catch {
    return false
  }
}

export function readWebServerSettings(): WebServerSettings {
  const problems = findRequiredSettingProblems(process.env)
  if (problems.length > 0) throw new AppError('internal', problems.join(' '))
  return {
    databaseUrl: process.env.DATABASE_URL!,
    publicUrl: process.env.NEXTAUTH_URL!.replace(/\/$/, ''),
    secret: process.env.NEXTAUTH_SECRET!,
  }
}

/** For servers and for workers, which have no public URL. */
export function readAuthSecret(): string {
  const [problem] = findSecretProblems(process.env)
  if (problem !== undefined) throw new AppError('internal', problem)
  return process.env.NEXTAUTH_SECRET!
}

/** Previous secrets, which still decrypt but never encrypt. */
export function readOldAuthSecrets(): string[] {
  readAuthSecret() // throws if any of them is invalid
  return splitOldSecrets(process.env.NEXTAUTH_SECRET_OLD)
}

/** Why nothing can be decrypted. Empty if there is no problem. */
export const findAuthSecretProblems = (): string[] => findSecretProblems(process.env)

/** Environment of a server started by a command on this host: without settings that would redirect it. */
export function makeLocalServerEnv(): NodeJS.ProcessEnv {
  const { HOSTNAME: _, PORT: __, ...inherited } = process.env
  return { ...inherited, NEXT_TELEMETRY_DISABLED: '1' }
}

/** Problems that keep a worker from starting. It needs no public URL, but NEXTAUTH_SECRET, to decrypt webhook secrets. */
export function listWorkerSettingProblems(env: NodeJS.ProcessEnv = process.env): string[] {
  return [...findSecretProblems(env), ...findMailProblems(env), ...findInvalidSettings(env)]
}

/** Whether `next dev` runs, which compiles on demand. */
export const isDevelopmentServer = (): boolean => process.env.NODE_ENV === 'development'

/** Whether the page `/kit` exists. */
export const servesKitPage = (): boolean =>
  isDevelopmentServer() || process.env.STEPMARK_KIT === 'on'

/**
 * Password of the role of servers and workers; null: the role was created by someone else. Not a command-line argument,
 * because others could see those.
 */
export function readRolePassword(): string | null {
  return process.env.STEPMARK_ROLE_PASSWORD || null
}

/** For commands on the server's host that only need the database. */
export function readDatabaseUrl(): string {
  const url = process.env.DATABASE_URL
  if (!url)
    throw new AppError('invalid_input', 'DATABASE_URL is not set. Set it to your PostgreSQL.')
  return url
}

/** Streaming replica for large reads; null: none. May contain a password, so never log it. */
export function readReplicaUrl(): string | null {
  return process.env.STEPMARK_REPLICA_URL || null
}

/** The public URL for links. Never taken from the Host header of a request. */
export function readPublicUrl(): string {
  const url = process.env.NEXTAUTH_URL
  if (!url) throw new AppError('internal', 'NEXTAUTH_URL is not set. Set it to the public URL.')
  return url.replace(/\/$/, '')
}

/** The public URL for links in mail. Null: mail is off, or the worker does not know the URL. */
export function findMailLinkOrigin(): string | null {
  return readMailSettings() !== null && process.env.NEXTAUTH_URL ? readPublicUrl() : null
}

/** Mail server and sender. Null: mail is off. The URL may contain a password, so never log it. */
export function readMailSettings(): { url: string; from: string } | null {
  const { STEPMARK_SMTP_URL: url, STEPMARK_MAIL_FROM: from } = process.env
  return url && from ? { url, from } : null
}

/** `STEPMARK_WORKER=off`: the web server leaves jobs to `stepmark worker`. */
export function isBuiltInWorkerOn(): boolean {
  return process.env.STEPMARK_WORKER !== 'off'
}

const rateLimitDefault = 1_200

/** API calls per minute, person or token, and process; null: no limit. */
export function readRateLimit(): number | null {
  const text = process.env.STEPMARK_RATE_LIMIT_PER_MINUTE ?? ''
  return text === 'off' ? null : (parseRateLimit(text) ?? rateLimitDefault)
}

/** Port on which `stepmark worker` serves health and metrics; null: none. */
export function readWorkerPort(): number | null {
  return parsePort(process.env.STEPMARK_WORKER_PORT ?? '')
}

const drainSecondsDefault = 5

/** How long a server that shuts down serves requests but reports not ready. 0 on localhost: no load balancer. */
export function readDrainSeconds(): number {
  const configuredSeconds = parseDrainSeconds(process.env.STEPMARK_DRAIN_SECONDS ?? '')
  if (configuredSeconds !== null) return configuredSeconds
  const address = process.env.NEXTAUTH_URL ?? ''
  return URL.canParse(address) && isLoopbackUrl(new URL(address)) ? 0 : drainSecondsDefault
}

/** Minimum level to log. */
export function readLogLevel(): LogLevel {
  return parseLogLevel(process.env.STEPMARK_LOG_LEVEL ?? '') ?? 'info'
}

/** Bearer token for reading metrics; null: metrics are off. */
export function readMetricsToken(): string | null {
  return process.env.STEPMARK_METRICS_TOKEN || null
}

/** Where spans are sent; null: tracing is off. */
export function readTracingEndpoint(): string | null {
  return process.env.OTEL_EXPORTER_OTLP_ENDPOINT || null
}

/** The server URL and token for the command line. */
export function readCliSettings(): { url: string | undefined; token: string | undefined } {
  return { url: process.env.STEPMARK_URL, token: process.env.STEPMARK_TOKEN }
}

/** Token of the Hugging Face hub. Not a command-line argument, because others could see those. */
export function readHubToken(): string | undefined {
  return process.env.HF_TOKEN
}

/** Allowed private hosts, or hosts without TLS: `host:port`, separated by commas. */
export function readAllowedOutboundHosts(): string {
  return process.env.STEPMARK_OUTBOUND_ALLOW ?? ''
}

/**
 * The API key of a model server, by the name in a scorer's settings, and the hosts that may receive it: `host:port`,
 * separated by commas. Empty if not set. The key is never stored or shown.
 */
export function readScorerApiKey(name: string): { key: string; hosts: string } {
  const read = (setting: string) => (process.env[setting] ?? '').trim()
  const setting = `STEPMARK_SCORER_KEY_${name}`
  return { key: read(setting), hosts: read(`${setting}_HOST`) }
}

/** An OpenID Connect provider for sign-in. */
export interface OidcSettings {
  issuer: string
  clientId: string
  clientSecret: string
  /** Its name on the sign-in button. */
  name: string
  /** `STEPMARK_OIDC_STRONG_ACR`: `acr` values that mean a second factor was used. */
  strongAcr: readonly string[]
}

export interface SignInSettings {
  oidc: OidcSettings | null
  /** `STEPMARK_OIDC_ONLY=on`: no sign-in with a password. */
  isOidcOnly: boolean
  /** `STEPMARK_REQUIRE_TOTP`: who can only open their account page until they set up a second factor. */
  totpRequiredOf: 'none' | 'admins' | 'everyone'
}

const oidcNames = [
  'STEPMARK_OIDC_ISSUER',
  'STEPMARK_OIDC_CLIENT_ID',
  'STEPMARK_OIDC_CLIENT_SECRET',
] as const

export function readSignInSettings(source: NodeJS.ProcessEnv = process.env): SignInSettings {
  const [issuer = '', clientId = '', clientSecret = ''] = oidcNames.map((name) =>
    source[name]?.trim(),
  )
  const isComplete = issuer !== '' && clientId !== '' && clientSecret !== ''
  const name = source.STEPMARK_OIDC_NAME?.trim() || 'your organisation'
  const strongAcr = (source.STEPMARK_OIDC_STRONG_ACR ?? '').split(/[\s,]+/).filter(Boolean)
  const totpRequirement = source.STEPMARK_REQUIRE_TOTP
  return {
    oidc: isComplete ? { issuer, clientId, clientSecret, name, strongAcr } : null,
    isOidcOnly: source.STEPMARK_OIDC_ONLY === 'on',
    totpRequiredOf:
      totpRequirement === 'admins' || totpRequirement === 'everyone' ? totpRequirement : 'none',
  }
}

/** A misspelt value must not weaken sign-in. */
function findSignInProblems(source: NodeJS.ProcessEnv): string[] {
  const problems: string[] = []
  const checkChoice = (name: string, allowed: readonly string[]) => {
    const value = source[name] ?? ''
    if (value !== '' && !allowed.includes(value))
      problems.push(`${name} is "${value}"; it can be ${allowed.join(' or ')}, or not be set.`)
  }
  checkChoice('STEPMARK_REQUIRE_TOTP', ['admins', 'everyone', 'off'])
  checkChoice('STEPMARK_OIDC_ONLY', ['on', 'off'])
  const missing = oidcNames.filter((name) => !source[name]?.trim())
  const { oidc, isOidcOnly } = readSignInSettings(source)
  if (missing.length > 0 && missing.length < oidcNames.length)
    problems.push(
      `${missing.join(' and ')} is not set. A provider needs all of ${oidcNames.join(', ')}.`,
    )
  if (isOidcOnly && !oidc)
    problems.push('STEPMARK_OIDC_ONLY is on without a provider, so no one could sign in.')
  if (oidc && !isSafeIssuer(oidc.issuer))
    problems.push(
      'STEPMARK_OIDC_ISSUER must start with https://. Otherwise sign-ins could be read or forged on the network.',
    )
  return problems
}

/** Without TLS only on localhost, for tests and trials. */
function isSafeIssuer(issuer: string): boolean {
  if (!URL.canParse(issuer)) return false
  const url = new URL(issuer)
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackUrl(url))
}
