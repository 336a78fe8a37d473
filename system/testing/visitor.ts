import { type RequestResult, requestWithoutRetry } from './lease-holder'

interface RequestOptions {
  method?: string
  json?: unknown
  form?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  /** The public address of the processes if it is not their own. */
  origin?: string
}

export interface VisitorReply {
  status: number
  headers: Headers
  body: string
  /** The target of a redirect, resolved like a browser does. */
  location: URL | null
}

/** Sends requests like a browser: with cookies and an origin. Does not follow redirects. */
export class Visitor {
  readonly cookies = new Map<string, string>()
  /** Every `Set-Cookie` header that it received. */
  readonly setCookieLines: string[] = []

  /** @param address the IP address that a reverse proxy would forward */
  constructor(private readonly address: string | null = null) {}

  /** Another browser with the same cookies, as after a theft. */
  copy(): Visitor {
    const copy = new Visitor(this.address)
    for (const [name, value] of this.cookies) copy.cookies.set(name, value)
    return copy
  }

  async request(url: string, path: string, options: RequestOptions = {}): Promise<VisitorReply> {
    const { json, form, origin = url } = options
    const body =
      json === undefined ? (form ? new URLSearchParams(form) : null) : JSON.stringify(json)
    const response = await fetch(url + path, {
      method: options.method ?? (body === null ? 'GET' : 'POST'),
      redirect: 'manual',
      signal: AbortSignal.timeout(60_000),
      headers: {
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        origin,
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.address === null ? {} : { 'x-forwarded-for': this.address }),
        ...options.headers,
      },
      body,
    })
    for (const line of response.headers.getSetCookie()) this.storeCookie(line)
    const location = response.headers.get('location')
    return {
      status: response.status,
      headers: response.headers,
      body: await response.text(),
      location: location === null ? null : new URL(location, origin + path),
    }
  }

  /** Requests a page as RSC, like client-side navigation. */
  async requestRsc(url: string, path: string): Promise<VisitorReply> {
    const headers = { rsc: '1' }
    // Next.js expects a hash of its client's headers in `_rsc`. Without these headers the hash is empty; any other value
    // is redirected.
    const reply = await this.request(url, `${path}?_rsc`, { headers })
    const redirect = reply.location
    if (redirect?.pathname !== path || !redirect.searchParams.has('_rsc')) return reply
    return this.request(url, redirect.pathname + redirect.search, { headers })
  }

  private storeCookie(line: string): void {
    this.setCookieLines.push(line)
    const [pair = '', ...attributes] = line.split(';')
    const position = pair.indexOf('=')
    const [name, value] = [pair.slice(0, position), pair.slice(position + 1)]
    const isExpired = value === '' || attributes.some((part) => /max-age=0\b/i.test(part))
    if (isExpired) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }

  /** Posts a next-auth form with its CSRF token. */
  async post(
    url: string,
    path: string,
    form: Readonly<Record<string, string>>,
    origin = url,
  ): Promise<VisitorReply> {
    const csrfReply = await this.request(url, '/api/auth/csrf', { origin })
    const { csrfToken } = JSON.parse(csrfReply.body) as { csrfToken: string }
    return this.request(url, path, { form: { csrfToken, json: 'true', ...form }, origin })
  }

  signIn(
    url: string,
    form: Readonly<Record<'email' | 'password', string>> & Readonly<Record<string, string>>,
    origin = url,
  ): Promise<VisitorReply> {
    return this.post(url, '/api/auth/callback/credentials', form, origin)
  }

  get session(): string | undefined {
    return this.cookies.get('stepmark.session') ?? this.cookies.get('__Host-stepmark.session')
  }
}

export const requestWithToken = (
  url: string,
  path: string,
  token: string,
): Promise<RequestResult> =>
  requestWithoutRetry(url + path, { headers: { authorization: `Bearer ${token}` } })
