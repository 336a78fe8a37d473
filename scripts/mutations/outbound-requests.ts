import {
  baselineMigrationPath,
  type MutationsByGuarantee,
  createTestReferenceMaker,
} from './mutation'

const outbound = 'lib/platform/server/outbound.ts'
const outboundTest = createTestReferenceMaker('lib/platform/server/outbound.test.ts')

export const outboundRequestMutations: MutationsByGuarantee = {
  'outbound requests': [
    {
      name: 'Literal addresses are not checked',
      why: 'Most spellings of loopback pass (10 of 11).',
      file: outbound,
      from: 'if (isIP(options.hostname) !== 0 && !isPublicAddress(options.hostname)) {',
      to: 'if (options.hostname === "") {',
      also: [
        {
          from: "if (error !== null || isPublicAddress(socket.remoteAddress ?? '')) {",
          to: 'if (error !== null || socket) {',
        },
      ],
      test: outboundTest(
        'are rejected at the connection even if the check of the URL text is skipped',
      ),
    },
    {
      name: 'Host is checked only when it is saved',
      why: 'DNS rebinding reaches internal servers.',
      file: outbound,
      from: 'else if (!addresses.every(({ address }) => isPublicAddress(address)))',
      to: 'else if (addresses.length === 0)',
      also: [
        {
          from: "if (error !== null || isPublicAddress(socket.remoteAddress ?? '')) {",
          to: 'if (error !== null || socket) {',
        },
      ],
      test: outboundTest('are rejected if they are public when saved and private when used'),
    },
    {
      name: 'Address of the connection is not checked',
      why: 'The network decides where a request goes.',
      file: outbound,
      from: "if (error !== null || isPublicAddress(socket.remoteAddress ?? '')) {",
      to: 'if (error !== null || socket) {',
      test: outboundTest(
        'are checked by the address that the connection reached, even if DNS named another',
      ),
    },
    {
      name: 'Private addresses count as public',
      why: 'Metadata services and private networks are reachable.',
      file: 'lib/platform/server/outbound-address.ts',
      from: "if (parsed.range() !== 'unicast' ||",
      to: "if (parsed.range() === 'loopback' ||",
      test: outboundTest('are rejected when saved and when used: %j'),
    },
    {
      name: 'Redirects are followed',
      why: 'They lead inside and carry keys along.',
      file: outbound,
      from: '      if (isRedirect)\n        throw new OutboundError(',
      to: '      if (isRedirect) return await this.post(new URL(String(reply.headers.location), url).href, { body, timeoutMs })\n      if (isRedirect)\n        throw new OutboundError(',
      test: outboundTest('is not followed if it redirects with status %i'),
    },
  ],
  webhooks: [
    {
      name: 'Webhook keeps its secret when its URL changes',
      why: 'The new receiver gets the secret of the old one.',
      file: 'lib/webhooks/server/commands.ts',
      from: '{ url: url!, secret: encryptWebhookSecret(secret, key) }',
      to: '{ url: url! }',
      test: {
        file: 'lib/webhooks/server/webhooks.db.test.ts',
        name: 'is replaced when the URL changes',
      },
    },
    {
      name: 'Webhook survives the removal of its creator',
      why: 'A dismissed admin keeps receiving events.',
      file: baselineMigrationPath,
      from: "create trigger member_delete_disables_webhooks after delete on member\n  for each row when (old.role = 'admin') execute function disable_webhooks_of_member();\n",
      to: '',
      test: {
        file: 'lib/webhooks/server/webhook-owners.db.test.ts',
        name: 'if the creator of a webhook %s, the webhook stays on only if they are still a project admin',
        only: 'if the creator of a webhook is removed, the webhook stays on only if they are still a project admin',
      },
    },
  ],
}
