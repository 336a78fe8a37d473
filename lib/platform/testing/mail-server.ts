import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  to: string[]
  from: string
  /** Headers and text. */
  text: string
  /** User who signed in to send it. */
  user: string | undefined
  isEncrypted: boolean
}

export interface MailServer {
  port: number
  received: ReceivedMail[]
  /** SMTP codes with which it rejects the next mails. */
  refusals: number[]
  stop(): Promise<void>
}

/** A real SMTP server on this machine. It accepts all mail and lets `user` sign in with `password`. */
export async function startMailServer({
  port = 0,
  user: expectedUser = '',
  password: expectedPassword = '',
} = {}): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const refusals: number[] = []
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    logger: false,
    onAuth({ username, password }, _, done) {
      const isKnown = username === expectedUser && password === expectedPassword
      done(isKnown ? null : new Error('Wrong password'), { user: username })
    },
    onData(stream, { envelope, user, secure }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const responseCode = refusals.shift()
        if (responseCode)
          return done(
            Object.assign(new Error(`5.1.1 <${envelope.rcptTo[0]?.address}>`), { responseCode }),
          )
        received.push({
          to: envelope.rcptTo.map(({ address }) => address),
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          text: readMail(Buffer.concat(chunks).toString()),
          user: typeof user === 'string' ? user : undefined,
          isEncrypted: secure,
        })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    refusals,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Decodes one part: quoted-printable, base64 or plain. */
function readMail(source: string): string {
  const [head = '', ...parts] = source.split('\r\n\r\n')
  const body = parts.join('\n\n')
  if (/transfer-encoding: base64/i.test(head))
    return `${head}\n\n${Buffer.from(body, 'base64').toString()}`
  if (!/transfer-encoding: quoted-printable/i.test(head)) return `${head}\n\n${body}`
  const text = body
    .replaceAll('=\r\n', '')
    .replace(/(=[0-9A-F]{2})+/g, (bytes) => decodeURIComponent(bytes.replaceAll('=', '%')))
  return `${head}\n\n${text}`
}
