import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { onTestFinished, expect, test } from 'vitest'
import { OutboundClient } from './outbound'
import { AllowedHosts } from './outbound-address'

test('sends nothing to a server with an untrusted certificate, even if its host is allowed', async () => {
  // Uses TLS with a self-signed certificate.
  const server = new SMTPServer({ secure: true, logger: false })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const host = `127.0.0.1:${(server.server.address() as AddressInfo).port}`
  const outbound = new OutboundClient(new AllowedHosts(host))
  onTestFinished(() => outbound.close())
  const request = outbound.post(`https://${host}/v1`, { body: { secret: 'x' }, timeoutMs: 30_000 })
  await expect(request).rejects.toMatchObject({ error: 'unreachable' })
  await expect(request).rejects.toThrow('its certificate is not trusted')
})
