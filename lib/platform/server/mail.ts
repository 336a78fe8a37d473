import { createTransport } from 'nodemailer'
import { AppError } from '@/lib/platform/errors'
import { readMailSettings } from './env'

export interface OutgoingMail {
  to: string
  subject: string
  text: string
}

const connectTimeoutMs = 10_000
const socketTimeoutMs = 30_000

/** The server rejected the mail permanently: unknown mailbox, or sending not allowed. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError'
}

/**
 * Sends a mail through the configured server. Throws `MailRefusedError` if retrying is useless. Sends plain text, so that
 * nothing is read as markup and a name cannot look like a link.
 */
export async function sendMail({ to, subject, text }: OutgoingMail): Promise<void> {
  const settings = readMailSettings()
  if (settings === null)
    throw new AppError('internal', 'STEPMARK_SMTP_URL and STEPMARK_MAIL_FROM are not set.')
  const transport = createTransport(
    { ...readTransport(settings.url), disableFileAccess: true, disableUrlAccess: true },
    { from: settings.from },
  )
  try {
    // An object instead of text, so that an address is never parsed as a list.
    await transport.sendMail({ to: { name: '', address: to }, subject, text })
  } catch (error) {
    throw describeMailError(error)
  } finally {
    transport.close()
  }
}

/** Without the mail server's message, which may contain addresses and names: errors are logged. */
function describeMailError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code: unknown = Reflect.get(error, 'responseCode')
  if (typeof code === 'number')
    return code >= 500
      ? new MailRefusedError(`The mail server rejected the mail (${code}).`)
      : new Error(`The mail server can’t accept mail now (${code}).`)
  return Reflect.has(error, 'response') ? new Error('The mail server does not speak SMTP.') : error
}

/**
 * `smtps://` uses TLS from the start; `smtp://` uses STARTTLS if available, and always before sending a name and
 * password. `?tls=off` disables TLS, for a relay on the same host.
 */
function readTransport(address: string) {
  const url = new URL(address)
  const secure = url.protocol === 'smtps:'
  const hasUserName = url.username !== ''
  const isTlsOff = !secure && url.searchParams.get('tls') === 'off'
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || (secure ? 465 : 587)),
    secure,
    ignoreTLS: isTlsOff,
    requireTLS: !secure && hasUserName && !isTlsOff,
    ...(hasUserName && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: socketTimeoutMs,
  }
}
