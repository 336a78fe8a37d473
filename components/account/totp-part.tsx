'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { FormGroup } from '@/components/ui/form-group'
import { Icon } from '@/components/ui/icon'
import type { SignInWays } from '@/lib/auth/sign-in-ways'
import type { getTotpContract } from '@/lib/auth/totp-contract'
import type { ReplyOf } from '@/lib/platform/contract'
import { formatInstant } from '@/lib/platform/format'
import { ShownOnce } from './shown-once'
import { TotpProofForm } from './totp-proof-form'
import { TotpSetup } from './totp-setup'

type Totp = ReplyOf<typeof getTotpContract>
type Open = 'setup' | 'renew' | 'end' | null

/** Codes of one's device: off, being switched on, just on with the recovery codes, on. */
export function TotpPart({ totp, email, ways }: { totp: Totp; email: string; ways: SignInWays }) {
  const router = useRouter()
  const [open, setOpen] = useState<Open>(null)
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null)
  const [said, setSaid] = useState('')

  function finish(codes: readonly string[] | null, words: string) {
    setRecoveryCodes(codes)
    setOpen(null)
    setSaid(words)
    router.refresh()
  }

  return (
    <FormGroup title="Codes at sign-in" words={<TotpWords {...totp} {...ways} />}>
      <div className="grid gap-4 text-strong">
        <p role="status">{said || describeState(totp)}</p>
        {recoveryCodes && (
          <>
            <ShownOnce
              words="Recovery codes: each stands in for one code when the device is lost. This is the only time that they are shown, so keep them where the device is not."
              label="Copy the recovery codes"
              texts={recoveryCodes}
            />
            <p>
              <Button onClick={() => setRecoveryCodes(null)}>I have kept them</Button>
            </p>
          </>
        )}
        {open === null && !recoveryCodes && <TotpButtons isOn={totp.isOn} onOpen={setOpen} />}
        {open === 'setup' && (
          <TotpSetup
            email={email}
            onOn={(codes) => finish(codes, 'On from now on.')}
            onLeave={() => setOpen(null)}
          />
        )}
        {(open === 'renew' || open === 'end') && (
          <TotpProofForm
            key={open}
            email={email}
            purpose={open}
            onRenewed={(codes) => finish(codes, 'The recovery codes before are worth nothing now.')}
            onEnded={() => finish(null, 'Off: your password alone signs you in.')}
            onLeave={() => setOpen(null)}
          />
        )}
      </div>
    </FormGroup>
  )
}

function TotpButtons({ isOn, onOpen }: { isOn: boolean; onOpen: (open: Open) => void }) {
  if (!isOn)
    return (
      <p>
        <Button onClick={() => onOpen('setup')}>Switch codes on</Button>
      </p>
    )
  return (
    <p className="flex flex-wrap gap-2">
      <Button onClick={() => onOpen('renew')}>New recovery codes</Button>
      <Button onClick={() => onOpen('end')}>Switch codes off</Button>
    </p>
  )
}

function TotpWords({
  asked,
  isOn,
  provider,
  codesRequiredOf,
}: Pick<Totp, 'asked' | 'isOn'> & SignInWays): ReactNode {
  return (
    <>
      <p>
        After your password, signing in asks for six digits that an app on your phone shows, new
        every 30 seconds (TOTP). A password that leaks is not enough then.
        {provider !== null &&
          ` After ${provider}, it asks for them where ${provider} does not say that you used a second factor there.`}
      </p>
      {asked === 'advised' && !isOn && (
        <p className="pt-2">
          Admins are asked to have this: whoever has your password may do all that you may.
        </p>
      )}
      {asked === 'required' && (
        <p className="flex gap-1.5 pt-2 text-ink">
          <Icon name="lock" className="mt-0.5 size-4" />
          <span>
            {codesRequiredOf === 'everybody' ? 'Everybody' : 'Admins'} must have this here. Without
            it you get no further than this page
            {isOn ? '.' : '; everything opens once it is on.'}
            {provider !== null && ` A second factor that you use at ${provider} will do as well.`}
          </span>
        </p>
      )}
    </>
  )
}

function describeState({ isOn, since, codesLeft }: Totp): string {
  if (!isOn || since === null) return 'Off.'
  return `On since ${formatInstant(since)} UTC. ${codesLeft} of 10 recovery codes are left.`
}
