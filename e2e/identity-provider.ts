import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export interface Identity {
  email?: string
  email_verified?: boolean
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
    handle ??= new Provider(issuer, {
      clients: [
        {
          ...{ client_id: clientId, client_secret: clientSecret },
          redirect_uris: [...redirectUris()],
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      pkce: { required: () => true },
      findAccount: (_, id) => {
        const person = people.get(id)
        return person && { accountId: id, claims: () => ({ sub: id, ...person }) }
      },
    }).callback()
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
