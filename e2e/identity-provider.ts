import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration } from 'oidc-provider'

export interface ProviderIdentity {
  email?: string
  email_verified?: boolean
  /** The sign-in method in the ID token. Omitted if not set. */
  amr?: string[]
  acr?: string
}

export interface IdentityProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** Accounts by subject. People sign in by typing the subject. */
  people: Map<string, ProviderIdentity>
  /** Parameters of all authorization requests. */
  authorizationRequests: URLSearchParams[]
  stop(): Promise<void>
}

/** A local OpenID provider with its own sign-in and consent pages. */
export async function startIdentityProvider(
  redirectUris: () => readonly string[],
): Promise<IdentityProvider> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const [clientId, clientSecret] = ['stepmark', 'a-secret-of-the-client-that-no-page-shows']
  const people = new Map<string, ProviderIdentity>()
  const authorizationRequests: URLSearchParams[] = []
  let handle: ReturnType<Provider['callback']> | undefined
  server.on('request', (request, response) => {
    const url = new URL(request.url ?? '/', issuer)
    if (url.pathname === '/auth') authorizationRequests.push(url.searchParams)
    // Created at the first request, because the redirect URIs are known only then.
    handle ??= makeProvider(
      issuer,
      {
        clients: [
          {
            client_id: clientId,
            client_secret: clientSecret,
            redirect_uris: [...redirectUris()],
          },
        ],
        // `amr` and `acr` are in the ID token.
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
    issuer,
    clientId,
    clientSecret,
    people,
    authorizationRequests,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Creates a provider that adds `amr` and `acr` of the person who signs in to the result. */
function makeProvider(
  issuer: string,
  configuration: Configuration,
  people: ReadonlyMap<string, ProviderIdentity>,
): Provider {
  const provider = new Provider(issuer, configuration)
  const finish = provider.interactionFinished.bind(provider)
  provider.interactionFinished = (request, response, result, options) => {
    const { amr, acr } = people.get(result.login?.accountId ?? '') ?? {}
    const signInMethod = { ...(amr && { amr }), ...(acr && { acr }) }
    return finish(
      request,
      response,
      result.login ? { ...result, login: { ...result.login, ...signInMethod } } : result,
      options,
    )
  }
  return provider
}
