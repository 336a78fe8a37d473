import type { Mutation } from './mutation'

const limits = 'lib/http/server/rate-limits.ts'
const limited = (name: string) => ({ file: 'lib/http/server/rate-limits.db.test.ts', name })

export const rateMutations: readonly Mutation[] = [
  {
    name: 'calls are not counted',
    file: limits,
    from: '    await counted.limiter.consume(nameCaller(actor))',
    to: '    await Promise.resolve(counted.limiter.points + nameCaller(actor).length)',
    test: limited('a token has so many calls a minute'),
    why: 'A script in a loop keeps everybody waiting.',
  },
  {
    name: 'one person’s calls count against another',
    file: limits,
    from: "via.kind === 'token' ? `token:${via.tokenId}` : `user:${userId}`",
    to: "via.kind === 'token' ? 'token' : `user:${userId}`",
    test: limited('a token has so many calls a minute'),
    why: 'One could use up what others have.',
  },
  {
    name: 'what costs much is not counted',
    file: 'lib/http/server/api.ts',
    from: '    await takeCostlyTurn(actor, operation.contract.name)\n',
    to: '',
    test: limited('what costs much is counted by the hour in the database'),
    why: 'COCO Annotator’s queue could be flooded.',
  },
  {
    name: 'links for new passwords are asked for without end',
    file: 'lib/auth/server/reset-commands.ts',
    from: "    await countAttempt('reset-account', email)\n",
    to: '',
    test: {
      file: 'lib/auth/server/reset-commands.db.test.ts',
      name: 'is limited by account, known or not, and by address',
    },
    why: 'Somebody’s mail would be full of them.',
  },
  {
    name: 'an invite tells for ever who has an account',
    file: 'lib/projects/server/accept-invite.ts',
    from: "    await countAttempt('invite-accept', Buffer.from(hashSecret(secret)).toString('hex'))\n",
    to: '',
    test: {
      file: 'lib/projects/server/invites.db.test.ts',
      name: 'whoever has an invite cannot ask for ever which addresses have an account',
    },
    why: 'Enumeration.',
  },
  {
    name: 'limits are counted by the clock of the process',
    file: 'lib/auth/server/count-points.ts',
    from: 'points = case when r.expire > now() then',
    to: 'points = case when r.expire > ${new Date()}::timestamptz then',
    test: {
      file: 'lib/auth/server/count-points.db.test.ts',
      name: 'processes whose clocks are hours apart count in one window',
    },
    why: 'One whose clock is ahead would begin every window anew.',
  },
  {
    name: 'the end of a window is told by the clock of the process',
    file: 'lib/auth/server/count-points.ts',
    from: 'extract(epoch from expire - now())',
    to: 'extract(epoch from expire - ${new Date()}::timestamptz)',
    test: {
      file: 'lib/auth/server/count-points.db.test.ts',
      name: 'processes whose clocks are hours apart count in one window',
    },
    why: 'Who waited as long as they were told would be refused again.',
  },
  {
    name: 'a client says itself where it comes from',
    file: 'lib/auth/server/client-address.ts',
    from: ".split(',').at(-1)",
    to: ".split(',').at(0)",
    test: {
      file: 'lib/auth/server/client-address.test.ts',
      name: 'an address is the one that the proxy added: %j',
    },
    why: 'It would be counted as another one with each guess, and as anybody it likes.',
  },
]
