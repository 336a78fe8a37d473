import { AppError } from '@/lib/platform/errors'
import {
  findAddressProblem,
  findSecretProblems,
  findUnreadableSettings,
  isLoopback,
  type LogLevel,
  parseDrainSeconds,
  parseLogLevel,
  parsePort,
  parseRateLimit,
  splitSecrets,
} from './setting-rules'
import { findUnknownSettings } from './unknown-settings'

/** The settings a server needs. Read here and nowhere else. */
export interface Env {
  /** PostgreSQL connection string. */
  databaseUrl: string
  /** The address people type, without a trailing slash. */
  publicUrl: string
  /** At least 32 random bytes: signs session cookies, and seals what is kept sealed. */
  secret: string
}

/** Everything that keeps the server from starting safely, in words; empty when all is well. */
export function findUnsafeSettings(source: NodeJS.ProcessEnv = process.env): string[] {
  const addressProblem = findAddressProblem(source.NEXTAUTH_URL)
  return [
    ...findNeededSettings(source),
    ...(addressProblem ? [addressProblem] : []),
    ...findUnreadableSettings(source),
  ]
}

/** Settings of our prefix that nothing reads, in words: to be warned of, and no reason not to start. */
export function findStraySettings(): string[] {
  return findUnknownSettings(process.env)
}

/** Of the settings without which nothing can be done, those that are not there or are weak. */
function findNeededSettings(source: NodeJS.ProcessEnv): string[] {
  const problems: string[] = []
  if (!source.DATABASE_URL) problems.push('DATABASE_URL is not set: the PostgreSQL to use.')
  if (!source.NEXTAUTH_URL) problems.push('NEXTAUTH_URL is not set: the address people type.')
  problems.push(...findSecretProblems(source))
  if (source.AUTH_TRUST_HOST)
    problems.push('AUTH_TRUST_HOST is set: a forged Host header could then poison links. Unset it.')
  return [...problems, ...findUnsafeSignIn(source), ...findUnsafeMail(source)]
}

/** Never tells the address of the server, which may hold a password. */
function findUnsafeMail({
  STEPMARK_SMTP_URL: url,
  STEPMARK_MAIL_FROM: from,
}: NodeJS.ProcessEnv): string[] {
  if (!url && !from) return []
  if (!url) return ['STEPMARK_MAIL_FROM is set without STEPMARK_SMTP_URL: set both, or neither.']
  if (!from) return ['STEPMARK_SMTP_URL is set without STEPMARK_MAIL_FROM: set both, or neither.']
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol))
    return ['STEPMARK_SMTP_URL is not an address that begins with smtp:// or smtps://.']
  if (!canBeDecoded(url))
    return ['STEPMARK_SMTP_URL has a name or password with a % that is none: write it as %25.']
  if (!from.includes('@') || /\p{Cc}/u.test(from))
    return ['STEPMARK_MAIL_FROM is not an e-mail address.']
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

export function readEnv(): Env {
  const problems = findNeededSettings(process.env)
  if (problems.length > 0) throw new AppError('internal', problems.join(' '))
  return {
    databaseUrl: process.env.DATABASE_URL!,
    publicUrl: process.env.NEXTAUTH_URL!.replace(/\/$/, ''),
    secret: process.env.NEXTAUTH_SECRET!,
  }
}

/** For what is sealed: by servers, and by workers, which serve no one and need no address. */
export function readSecret(): string {
  const [problem] = findSecretProblems(process.env)
  if (problem !== undefined) throw new AppError('internal', problem)
  return process.env.NEXTAUTH_SECRET!
}

/** Those before it, which still open what they sealed, and seal nothing. */
export function readOldSecrets(): string[] {
  readSecret() // which holds them to the same
  return splitSecrets(process.env.NEXTAUTH_SECRET_OLD)
}

/** What keeps sealed texts from being opened at all, in words; empty when nothing does. */
export const findUnsafeSecrets = (): string[] => findSecretProblems(process.env)

/** What a server that a command of this host starts is given: all of the host's own, but for what would steer it elsewhere. */
export function readHostEnv(): NodeJS.ProcessEnv {
  const { HOSTNAME: _, PORT: __, ...inherited } = process.env
  return { ...inherited, NEXT_TELEMETRY_DISABLED: '1' }
}

/** What keeps a worker from starting: it needs no address, but the secret, for webhooks' own are sealed with it. */
export function findUnsafeWorkerSettings(source: NodeJS.ProcessEnv = process.env): string[] {
  return [
    ...findSecretProblems(source),
    ...findUnsafeMail(source),
    ...findUnreadableSettings(source),
  ]
}

/** Next sets it: `next dev`, which compiles on the way. */
export const isDevelopment = (): boolean => process.env.NODE_ENV === 'development'

/** Of the role that servers and workers have; null: it was made by someone else. Never an argument: others could see it. */
export function readRolePassword(): string | null {
  return process.env.STEPMARK_ROLE_PASSWORD || null
}

/** For commands on the server's host, which need the database and nothing else. */
export function readDatabaseUrl(): string {
  const url = process.env.DATABASE_URL
  if (!url) throw new AppError('invalid_input', 'DATABASE_URL is not set: the PostgreSQL to use.')
  return url
}

/** A streaming replica of it, for what only reads, and reads a lot; null: there is none. It may hold a password: log it nowhere. */
export function readReplicaUrl(): string | null {
  return process.env.STEPMARK_REPLICA_URL || null
}

/** The address that links begin with: never what a request says in its Host header. */
export function readPublicUrl(): string {
  const url = process.env.NEXTAUTH_URL
  if (!url) throw new AppError('internal', 'NEXTAUTH_URL is not set: the address people type.')
  return url.replace(/\/$/, '')
}

/** What links in mails begin with. Null: nothing is mailed here, or a worker is not told the address. */
export function findMailOrigin(): string | null {
  return readMailSettings() !== null && process.env.NEXTAUTH_URL ? readPublicUrl() : null
}

/** Where mail is handed in, and whom it is from. Null: nothing is mailed. The address may hold a password: log it nowhere. */
export function readMailSettings(): { url: string; from: string } | null {
  const { STEPMARK_SMTP_URL: url, STEPMARK_MAIL_FROM: from } = process.env
  return url && from ? { url, from } : null
}

/** `STEPMARK_WORKER=off`: the web server leaves jobs to `stepmark worker`. */
export function isWorkerWanted(): boolean {
  return process.env.STEPMARK_WORKER !== 'off'
}

const rateLimitDefault = 1_200

/** Calls of the API that each person and each token has in a minute, in each process; null: any number. */
export function readRateLimit(): number | null {
  const text = process.env.STEPMARK_RATE_LIMIT_PER_MINUTE ?? ''
  return text === 'off' ? null : (parseRateLimit(text) ?? rateLimitDefault)
}

/** Where `stepmark worker` says whether it is well, and how much it does; null: nowhere. */
export function readWorkerPort(): number | null {
  return parsePort(process.env.STEPMARK_WORKER_PORT ?? '')
}

const drainSeconds = 5

/** How long a server that is to end still serves while it says that it is not ready. No one asks a trial on one machine. */
export function readDrainSeconds(): number {
  const configuredSeconds = parseDrainSeconds(process.env.STEPMARK_DRAIN_SECONDS ?? '')
  if (configuredSeconds !== null) return configuredSeconds
  const address = process.env.NEXTAUTH_URL ?? ''
  return URL.canParse(address) && isLoopback(new URL(address)) ? 0 : drainSeconds
}

/** What is logged, and everything that is worse. */
export function readLogLevel(): LogLevel {
  return parseLogLevel(process.env.STEPMARK_LOG_LEVEL ?? '') ?? 'info'
}

/** With this as a bearer token the metrics are read; null: by no one. */
export function readMetricsToken(): string | null {
  return process.env.STEPMARK_METRICS_TOKEN || null
}

/** Where spans are sent; null: they are not made. */
export function readTracingEndpoint(): string | null {
  return process.env.OTEL_EXPORTER_OTLP_ENDPOINT || null
}

/** Where a terminal finds the server, and with which token. */
export function readClientEnv(): { url: string | undefined; token: string | undefined } {
  return { url: process.env.STEPMARK_URL, token: process.env.STEPMARK_TOKEN }
}

/** Of the Hugging Face hub. Never an argument: others could see it. */
export function readHubToken(): string | undefined {
  return process.env.HF_TOKEN
}

/** Hosts of private networks, and such without TLS, that may be asked all the same: `host:port`, with commas between. */
export function readOutboundAllow(): string {
  return process.env.STEPMARK_OUTBOUND_ALLOW ?? ''
}

/**
 * The key of a model server, by the name that a scorer's settings give it, and the hosts that it is for: `host:port`, with
 * commas between. Empty where they are not set. The key is stored nowhere and shown to no one.
 */
export function readScorerKey(name: string): { key: string; hosts: string } {
  const read = (setting: string) => (process.env[setting] ?? '').trim()
  const setting = `STEPMARK_SCORER_KEY_${name}`
  return { key: read(setting), hosts: read(`${setting}_HOST`) }
}

/** An OpenID Connect provider that says who someone is. */
export interface OidcSettings {
  issuer: string
  clientId: string
  clientSecret: string
  /** What the button at the door calls it. */
  name: string
  /** `STEPMARK_OIDC_STRONG_ACR`: what it says (`acr`) of who used a second factor there. */
  strongAcr: readonly string[]
}

export interface SignInSettings {
  oidc: OidcSettings | null
  /** `STEPMARK_OIDC_ONLY=on`: no one signs in by password. */
  isOidcOnly: boolean
  /** `STEPMARK_REQUIRE_TOTP`: who gets no further than their own account without a second factor. */
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
  const required = source.STEPMARK_REQUIRE_TOTP
  return {
    oidc: isComplete ? { issuer, clientId, clientSecret, name, strongAcr } : null,
    isOidcOnly: source.STEPMARK_OIDC_ONLY === 'on',
    totpRequiredOf: required === 'admins' || required === 'everyone' ? required : 'none',
  }
}

/** A word that is not understood must not leave a door open that was meant to be shut. */
function findUnsafeSignIn(source: NodeJS.ProcessEnv): string[] {
  const problems: string[] = []
  const refuseOthers = (name: string, allowed: readonly string[]) => {
    const value = source[name] ?? ''
    if (value !== '' && !allowed.includes(value))
      problems.push(`${name} is "${value}"; it can be ${allowed.join(' or ')}, or not be set.`)
  }
  refuseOthers('STEPMARK_REQUIRE_TOTP', ['admins', 'everyone', 'off'])
  refuseOthers('STEPMARK_OIDC_ONLY', ['on', 'off'])
  const missing = oidcNames.filter((name) => !source[name]?.trim())
  const { oidc, isOidcOnly } = readSignInSettings(source)
  if (missing.length > 0 && missing.length < oidcNames.length)
    problems.push(
      `${missing.join(' and ')} is not set: a provider needs all of ${oidcNames.join(', ')}.`,
    )
  if (isOidcOnly && !oidc)
    problems.push('STEPMARK_OIDC_ONLY is on without a provider: no one could sign in.')
  if (oidc && !isSafeIssuer(oidc.issuer))
    problems.push(
      'STEPMARK_OIDC_ISSUER must begin with https://: who signs in would be read, or forged, on the way.',
    )
  return problems
}

/** Without TLS only on this machine, where tests and trials have their provider. */
function isSafeIssuer(issuer: string): boolean {
  if (!URL.canParse(issuer)) return false
  const url = new URL(issuer)
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))
}
