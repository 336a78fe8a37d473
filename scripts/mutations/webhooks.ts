import type { Mutation } from './mutation'

const commands = 'lib/webhooks/server/commands.ts'
const sign = 'lib/webhooks/server/sign-message.ts'
const webhooks = (name: string) => ({ file: 'lib/webhooks/server/webhooks.db.test.ts', name })

const goes = 'prisma/migrations/20261123022431_addresses_proved/migration.sql'
const maker = (how: string) => ({
  file: 'lib/webhooks/server/makers.db.test.ts',
  name: 'a webhook whose maker %s',
  only: `a webhook whose maker ${how}`,
})

export const webhookMutations: readonly Mutation[] = [
  {
    name: 'nobody is told of a release that failed',
    file: 'lib/exports/server/jobs.ts',
    from: 'if (number === null) return',
    to: 'if (number !== null) return',
    test: webhooks('is told of a release that failed, once, and not of one that was cancelled'),
    why: 'A script that waits for a release would wait for ever.',
  },
  {
    name: 'the signature leaves out time and id',
    file: sign,
    from: '.update(`${id}.${at}.${body}`)',
    to: '.update(body)',
    test: webhooks('is signed as Standard Webhooks says'),
    why: 'An old message could be sent again.',
  },
  {
    name: 'messages are unsigned',
    file: 'lib/webhooks/server/deliver.ts',
    from: 'headers: signMessage(secret, { id, at, body }),',
    to: "headers: { 'webhook-id': id, 'webhook-timestamp': String(at) },",
    test: webhooks('is signed as Standard Webhooks says'),
    why: 'Anybody could send one.',
  },
  {
    name: 'the secret stays when the address changes',
    file: commands,
    from: '{ url: url!, secret: sealSecret(secret, place) }',
    to: '{ url: url! }',
    test: webhooks('goes with the address: another one gets another'),
    why: 'Whoever points it elsewhere would get what is signed for another.',
  },
  {
    name: 'the secret is stored as text',
    file: sign,
    from: '  seal(secret, purpose, namePlace(place))\n',
    to: '  new Uint8Array(Buffer.from(secret + namePlace(place).slice(0, 0)))\n',
    also: [
      {
        from: '  unseal(sealed, purpose, namePlace(place))\n',
        to: "  Buffer.from(sealed).toString('utf8') + namePlace(place).slice(0, 0)\n",
      },
    ],
    test: webhooks('is stored sealed, shown once, and never read back'),
    why: 'Whoever reads a dump could sign.',
  },
  {
    name: 'an address is not judged when it is changed',
    file: commands,
    from: '    if (moves) await checkUrl(url)\n',
    to: '',
    test: webhooks('%s is refused when it is made and when it is changed'),
    why: 'The check at the door would be a matter of two calls.',
  },
  {
    name: 'two processes send one message',
    file: 'lib/webhooks/server/delivery-rows.sql.ts',
    from: 'update webhook_delivery d set next_at = clock_timestamp() + make_interval(secs => ${heldSeconds}::int),',
    to: 'update webhook_delivery d set',
    test: webhooks('of two processes is sent by one'),
    why: 'Receivers count what they get.',
  },
  {
    name: 'sealed secrets open in another row',
    file: 'lib/platform/server/sealed.ts',
    from: '  cipher.setAAD(Buffer.from(place))\n',
    to: '  cipher.setAAD(Buffer.from(place.slice(0, 0)))\n',
    also: [
      {
        from: '    decipher.setAAD(Buffer.from(place))\n',
        to: '    decipher.setAAD(Buffer.from(place.slice(0, 0)))\n',
      },
    ],
    test: {
      file: 'lib/platform/server/sealed.test.ts',
      name: 'opens nowhere else, for nothing else and under no other secret',
    },
    why: 'A row copied over another would be believed.',
  },
  {
    name: 'who makes a webhook may go meanwhile',
    file: commands,
    from: '    await keepMaker(db, { projectId, userId })\n',
    to: '',
    test: {
      file: 'lib/webhooks/server/makers.db.test.ts',
      name: 'a webhook that is being made as its maker goes',
    },
    why: 'What ends with them does not see what is not committed yet: it would tell them of everything from then on.',
  },
  {
    name: 'a webhook that is switched on stays its maker’s',
    file: commands,
    from: 'user_id = case when ${isOn} then ${userId}::uuid else user_id end,',
    to: 'user_id = user_id,',
    test: {
      file: 'lib/webhooks/server/makers.db.test.ts',
      name: 'who switches a webhook on answers for it from then on',
    },
    why: 'Whoever made it is gone already, so it would never end.',
  },
  {
    name: 'a webhook outlives the membership of its maker',
    file: goes,
    from: "create trigger member_goes_closes_webhooks after delete on member\n  for each row when (old.role = 'admin') execute function close_webhooks_of_member();\n",
    to: '',
    test: maker('is removed'),
    why: 'A server of their choosing would be told on.',
  },
  {
    name: 'a webhook outlives the role of its maker',
    file: goes,
    from: "when (old.role = 'admin' and new.role <> 'admin')",
    to: 'when (false)',
    test: maker('is made a reviewer'),
    why: 'The same.',
  },
  {
    name: 'a webhook outlives the account of its maker',
    file: goes,
    from: '(old.disabled_at is null and new.disabled_at is not null) or ',
    to: '',
    test: maker('is disabled'),
    why: 'The same.',
  },
  {
    name: 'a webhook outlives its maker’s rights over the installation',
    file: goes,
    from: ' or (old.is_instance_admin and not new.is_instance_admin)',
    to: '',
    test: maker('is instance admin no more'),
    why: 'The same.',
  },
  {
    name: 'a webhook ends though its maker still runs the project',
    file: goes,
    from: '(u.is_instance_admin or exists (',
    to: '(u.is_instance_admin and exists (',
    test: maker('is one no more, and still an admin of the project'),
    why: 'Receivers would miss what they were promised.',
  },
  {
    name: 'a signature says the time of the process',
    file: 'lib/webhooks/server/deliver.ts',
    from: 'signMessage(secret, { id, at, body })',
    to: 'signMessage(secret, { id, at: Math.floor(Date.now() / 1_000), body })',
    test: webhooks(
      'the time of a signature is the database’s, however wrong the clock of the process is',
    ),
    why: 'A receiver refuses what is minutes off: one host whose clock is wrong would reach nobody.',
  },
]
