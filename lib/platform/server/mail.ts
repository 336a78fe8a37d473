import { createTransport } from 'nodemailer'
import { AppError } from '@/lib/platform/errors'
import { readMailSettings } from './env'

export interface Mail {
  to: string
  subject: string
  text: string
}

const connectTimeoutMs = 10_000
const silenceTimeoutMs = 30_000

/** The server refused the mail and will do so again: no such mailbox, not allowed to send. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}

/**
 * Hands a mail in at the server of the settings. Throws `MailRefused` where trying again is of no use. Plain text: nothing in it is
 * read as markup, and a name cannot pretend to be a link.
 */
export async function sendMail({ to, subject, text }: Mail): Promise<void> {
  const settings = readMailSettings()
  if (settings === null)
    throw new AppError('internal', 'STEPMARK_SMTP_URL and STEPMARK_MAIL_FROM are not set.')
  const transport = createTransport(
    { ...readTransport(settings.url), disableFileAccess: true, disableUrlAccess: true },
    { from: settings.from },
  )
  try {
    // An object, not text: an address is never read as a list of them.
    await transport.sendMail({ to: { name: '', address: to }, subject, text })
  } catch (error) {
    throw explain(error)
  } finally {
    transport.close()
  }
}

/** Without the words of the mail server, which repeat addresses and names: errors are logged. */
function explain(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code: unknown = Reflect.get(error, 'responseCode')
  if (typeof code === 'number')
    return code >= 500
      ? new MailRefused(`The mail server refuses it (${code}).`)
      : new Error(`The mail server does not take it now (${code}).`)
  return Reflect.has(error, 'response') ? new Error('The mail server speaks no SMTP.') : error
}

/**
 * `smtps://` is encrypted from the start, `smtp://` as soon as the server can, and always before a name and password are
 * sent. `?tls=off`, for a relay on the same host: nothing is.
 */
function readTransport(address: string) {
  const url = new URL(address)
  const secure = url.protocol === 'smtps:'
  const hasName = url.username !== ''
  const isOff = !secure && url.searchParams.get('tls') === 'off'
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || (secure ? 465 : 587)),
    secure,
    ignoreTLS: isOff,
    requireTLS: !secure && hasName && !isOff,
    ...(hasName && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: silenceTimeoutMs,
  }
}
