import { type Answer, askOnce } from './hand'

interface Asked {
  method?: string
  json?: unknown
  form?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  /** What the processes are known by; their own address unless they stand behind another one. */
  origin?: string
}

export interface Seen {
  status: number
  headers: Headers
  body: string
  /** Where it leads on, as a browser reads it. */
  location: URL | null
}

/** A browser without a screen: keeps cookies, says where it comes from, follows nothing. */
export class Visitor {
  readonly cookies = new Map<string, string>()
  /** Every `Set-Cookie` it got. */
  readonly told: string[] = []

  /** `address`: as the proxy before the processes would say it. */
  constructor(private readonly address: string | null = null) {}

  /** The same cookies in another browser: who has stolen them, or planted them. */
  copy(): Visitor {
    const copy = new Visitor(this.address)
    for (const [name, value] of this.cookies) copy.cookies.set(name, value)
    return copy
  }

  async ask(url: string, path: string, asked: Asked = {}): Promise<Seen> {
    const { json, form, origin = url } = asked
    const body =
      json === undefined ? (form ? new URLSearchParams(form) : null) : JSON.stringify(json)
    const response = await fetch(url + path, {
      method: asked.method ?? (body === null ? 'GET' : 'POST'),
      redirect: 'manual',
      signal: AbortSignal.timeout(60_000),
      headers: {
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        origin,
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.address === null ? {} : { 'x-forwarded-for': this.address }),
        ...asked.headers,
      },
      body,
    })
    for (const line of response.headers.getSetCookie()) this.keep(line)
    const location = response.headers.get('location')
    return {
      status: response.status,
      headers: response.headers,
      body: await response.text(),
      location: location === null ? null : new URL(location, origin + path),
    }
  }

  /** A page as another page that is open asks for it. Next first says by what name its answers are told apart. */
  async draw(url: string, path: string): Promise<Seen> {
    const headers = { rsc: '1' }
    const seen = await this.ask(url, path, { headers })
    const named = seen.location
    if (!named?.searchParams.has('_rsc')) return seen
    return this.ask(url, named.pathname + named.search, { headers })
  }

  private keep(line: string): void {
    this.told.push(line)
    const [pair = '', ...more] = line.split(';')
    const at = pair.indexOf('=')
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
    const isOver = value === '' || more.some((part) => /max-age=0\b/i.test(part))
    if (isOver) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }

  /** A form of next-auth's, with the token that its own page would send. */
  async post(
    url: string,
    path: string,
    form: Readonly<Record<string, string>>,
    origin = url,
  ): Promise<Seen> {
    const asked = await this.ask(url, '/api/auth/csrf', { origin })
    const { csrfToken } = JSON.parse(asked.body) as { csrfToken: string }
    return this.ask(url, path, { form: { csrfToken, json: 'true', ...form }, origin })
  }

  signIn(
    url: string,
    form: Readonly<Record<'email' | 'password', string>> & Readonly<Record<string, string>>,
    origin = url,
  ): Promise<Seen> {
    return this.post(url, '/api/auth/callback/credentials', form, origin)
  }

  get session(): string | undefined {
    return this.cookies.get('stepmark.session') ?? this.cookies.get('__Host-stepmark.session')
  }
}

/** A script. */
export const askByToken = (url: string, path: string, token: string): Promise<Answer> =>
  askOnce(url + path, { headers: { authorization: `Bearer ${token}` } })
