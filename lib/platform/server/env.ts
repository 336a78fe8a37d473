import { AppError } from '@/lib/platform/errors'

/** The settings a server needs. Read here and nowhere else. */
export interface Env {
  /** PostgreSQL connection string. */
  databaseUrl: string
  /** The address people type, without a trailing slash. */
  publicUrl: string
  /** At least 32 random bytes: signs session cookies. */
  secret: string
}

const secretMinLength = 43 // 32 bytes in base64
/** 32 random bytes have more, in base64 by far and in hexadecimal nearly always; a repeated word or counting has not. */
const secretMinCharacters = 12
const secretAdvice = 'Make one with "openssl rand -base64 48".'

/** Everything that keeps the server from starting safely, in words; empty when all is well. */
export function findUnsafeSettings(source: NodeJS.ProcessEnv = process.env): string[] {
  const problems: string[] = []
  if (!source.DATABASE_URL) problems.push('DATABASE_URL is not set: the PostgreSQL to use.')
  if (!source.NEXTAUTH_URL) problems.push('NEXTAUTH_URL is not set: the address people type.')
  const secretProblem = findSecretProblem(source.NEXTAUTH_SECRET ?? '')
  if (secretProblem) problems.push(`NEXTAUTH_SECRET ${secretProblem} ${secretAdvice}`)
  if (source.AUTH_TRUST_HOST)
    problems.push('AUTH_TRUST_HOST is set: a forged Host header could then poison links. Unset it.')
  const mailProblem = findMailProblem(source)
  if (mailProblem) problems.push(mailProblem)
  return problems
}

/** Never tells the address of the server, which may hold a password. */
function findMailProblem({
  STEPMARK_SMTP_URL: url,
  STEPMARK_MAIL_FROM: from,
}: NodeJS.ProcessEnv): string | null {
  if (!url && !from) return null
  if (!url) return 'STEPMARK_MAIL_FROM is set without STEPMARK_SMTP_URL: set both, or neither.'
  if (!from) return 'STEPMARK_SMTP_URL is set without STEPMARK_MAIL_FROM: set both, or neither.'
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol))
    return 'STEPMARK_SMTP_URL is not an address that begins with smtp:// or smtps://.'
  if (!from.includes('@') || /\p{Cc}/u.test(from))
    return 'STEPMARK_MAIL_FROM is not an e-mail address.'
  return null
}

/** Never tells the secret itself. */
function findSecretProblem(secret: string): string | null {
  if (secret === '') return 'is not set: 32 random bytes or more.'
  if (secret.length < secretMinLength)
    return `has ${secret.length} characters; 32 random bytes in base64 have ${secretMinLength} or more.`
  const distinct = new Set(secret).size
  if (distinct < secretMinCharacters)
    return `has ${distinct} different characters; less than ${secretMinCharacters} can be guessed.`
  return null
}

export function readEnv(): Env {
  const problems = findUnsafeSettings()
  if (problems.length > 0) throw new AppError('internal', problems.join(' '))
  return {
    databaseUrl: process.env.DATABASE_URL!,
    publicUrl: process.env.NEXTAUTH_URL!.replace(/\/$/, ''),
    secret: process.env.NEXTAUTH_SECRET!,
  }
}

/** For commands on the server's host, which need the database and nothing else. */
export function readDatabaseUrl(): string {
  const url = process.env.DATABASE_URL
  if (!url) throw new AppError('invalid_input', 'DATABASE_URL is not set: the PostgreSQL to use.')
  return url
}

/** The address that links begin with: never what a request says in its Host header. */
export function readPublicUrl(): string {
  const url = process.env.NEXTAUTH_URL
  if (!url) throw new AppError('internal', 'NEXTAUTH_URL is not set: the address people type.')
  return url.replace(/\/$/, '')
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
 * commas between. Empty where they are not set. The key is stored nowhere and shown to nobody.
 */
export function readScorerKey(name: string): { key: string; hosts: string } {
  const read = (setting: string) => (process.env[setting] ?? '').trim()
  const setting = `STEPMARK_SCORER_KEY_${name}`
  return { key: read(setting), hosts: read(`${setting}_HOST`) }
}
