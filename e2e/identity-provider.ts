import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration } from 'oidc-provider'

export interface Identity {
  email?: string
  email_verified?: boolean
  /** How they sign in there; nothing is said of it where this is not set. */
  amr?: string[]
  acr?: string
}

export interface IdentityProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** Who may sign in there, by their subject, which they type. */
  people: Map<string, Identity>
  /** Of the requests that came in order to sign in: what was asked of the provider. */
  asked: URLSearchParams[]
  stop(): Promise<void>
}

/** A real provider on this machine, with pages of its own to sign in and to agree. `redirectUris`: where it sends back to. */
export async function startIdentityProvider(
  redirectUris: () => readonly string[],
): Promise<IdentityProvider> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const [clientId, clientSecret] = ['stepmark', 'a-secret-of-the-client-that-no-page-shows']
  const people = new Map<string, Identity>()
  const asked: URLSearchParams[] = []
  let handle: ReturnType<Provider['callback']> | undefined
  server.on('request', (request, response) => {
    const url = new URL(request.url ?? '/', issuer)
    if (url.pathname === '/auth') asked.push(url.searchParams)
    // Made at the first request: only then it is known who may be sent back to.
    handle ??= makeProvider(
      issuer,
      {
        clients: [
          {
            ...{ client_id: clientId, client_secret: clientSecret },
            redirect_uris: [...redirectUris()],
          },
        ],
        // Both are said in the ID token.
        claims: {
          openid: ['sub', 'amr', 'acr'],
          email: ['email', 'email_verified'],
          profile: ['name'],
        },
        pkce: { required: () => true },
        findAccount: (_, id) => {
          const { email, email_verified } = people.get(id) ?? {}
          const claims = () => ({ sub: id, email, email_verified })
          return people.has(id) ? { accountId: id, claims } : undefined
        },
        acrValues: ['gold'],
      },
      people,
    ).callback()
    void handle(request, response)
  })
  return {
    ...{ issuer, clientId, clientSecret, people, asked },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Its pages ask for nothing but a name; who signs in by them has signed in as `people` says. */
function makeProvider(
  issuer: string,
  configuration: Configuration,
  people: ReadonlyMap<string, Identity>,
): Provider {
  const provider = new Provider(issuer, configuration)
  const finish = provider.interactionFinished.bind(provider)
  provider.interactionFinished = (request, response, result, options) => {
    const { amr, acr } = people.get(result.login?.accountId ?? '') ?? {}
    const how = { ...(amr && { amr }), ...(acr && { acr }) }
    return finish(
      request,
      response,
      result.login ? { ...result, login: { ...result.login, ...how } } : result,
      options,
    )
  }
  return provider
}
