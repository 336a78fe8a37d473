'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { FormGroup } from '@/components/ui/form-group'
import { Icon } from '@/components/ui/icon'
import { LearnMore } from '@/components/ui/learn-more'
import type { SignInMethods } from '@/lib/auth/sign-in-methods'
import type { getTotpContract } from '@/lib/auth/totp-contract'
import type { ReplyOf } from '@/lib/platform/contract'
import { formatInstant } from '@/lib/platform/format'
import { OneTimeSecrets } from './one-time-secrets'
import { TotpProofForm } from './totp-proof-form'
import { TotpSetupForm } from './totp-setup-form'

type Totp = ReplyOf<typeof getTotpContract>
type TotpFormName = 'setup' | 'renew' | 'end'

/** Two-factor codes: off, in set-up, just turned on with the recovery codes, or on. */
export function TotpSection({
  totp,
  email,
  signInMethods,
}: {
  totp: Totp
  email: string
  signInMethods: SignInMethods
}) {
  const router = useRouter()
  const [openForm, setOpenForm] = useState<TotpFormName | null>(null)
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null)
  const [statusMessage, setStatusMessage] = useState('')

  function finish(codes: readonly string[] | null, message: string) {
    setRecoveryCodes(codes)
    setOpenForm(null)
    setStatusMessage(message)
    router.refresh()
  }

  return (
    <FormGroup
      title="Two-factor codes"
      description={<TotpDescription {...totp} {...signInMethods} />}
    >
      <div className="grid gap-4 text-strong">
        <p role="status">{statusMessage || describeState(totp)}</p>
        {recoveryCodes && (
          <>
            <OneTimeSecrets
              description="Save these recovery codes somewhere safe. Each replaces one code if you lose your device. They are shown only now."
              label="Copy recovery codes"
              texts={recoveryCodes}
            />
            <p>
              <Button onClick={() => setRecoveryCodes(null)}>I saved them</Button>
            </p>
          </>
        )}
        {openForm === null && !recoveryCodes && (
          <TotpButtons isOn={totp.isOn} onOpen={setOpenForm} />
        )}
        {openForm === 'setup' && (
          <TotpSetupForm
            email={email}
            onTurnedOn={(codes) => finish(codes, 'Codes are on.')}
            onCancel={() => setOpenForm(null)}
          />
        )}
        {(openForm === 'renew' || openForm === 'end') && (
          <TotpProofForm
            key={openForm}
            email={email}
            purpose={openForm}
            onRenewed={(codes) => finish(codes, 'Your old recovery codes no longer work.')}
            onTurnedOff={() => finish(null, 'Codes are off. Your password alone signs you in.')}
            onCancel={() => setOpenForm(null)}
          />
        )}
      </div>
    </FormGroup>
  )
}

function TotpButtons({ isOn, onOpen }: { isOn: boolean; onOpen: (open: TotpFormName) => void }) {
  if (!isOn)
    return (
      <p>
        <Button onClick={() => onOpen('setup')}>Turn on codes</Button>
      </p>
    )
  return (
    <p className="flex flex-wrap gap-2">
      <Button onClick={() => onOpen('renew')}>New recovery codes</Button>
      <Button onClick={() => onOpen('end')}>Turn off codes</Button>
    </p>
  )
}

function TotpDescription({
  requirement,
  isOn,
  provider,
  totpRequiredOf,
}: Pick<Totp, 'requirement' | 'isOn'> & SignInMethods): ReactNode {
  return (
    <>
      <p>
        Require a code from an authenticator app (TOTP) at sign-in.{' '}
        <LearnMore doc="accounts" topic="two-factor codes" />
      </p>
      {requirement === 'advised' && !isOn && <p className="pt-2">Recommended for admins.</p>}
      {requirement === 'required' && (
        <p className="flex gap-1.5 pt-2 text-ink">
          <Icon name="lock" className="mt-0.5 size-4" />
          <span>
            {totpRequiredOf === 'everyone' ? 'Required for everyone.' : 'Required for admins.'}
            {provider !== null && ` A second factor at ${provider} also counts.`}
          </span>
        </p>
      )}
    </>
  )
}

function describeState({ isOn, since, codesLeft }: Totp): string {
  if (!isOn || since === null) return 'Off.'
  return `On since ${formatInstant(since)} UTC. ${codesLeft} of 10 recovery codes left.`
}
