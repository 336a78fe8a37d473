import { CopyButton } from './copy-button'

/** A new account's password: here once, kept nowhere that it could be read again. */
export function FirstPassword({ name, password }: { name: string; password: string }) {
  return (
    <div className="grid gap-2">
      <p>
        {name} is in the project and has a new account. This is the password; it is shown this once,
        so hand it over now.
      </p>
      <p className="flex items-center justify-between gap-3 border-y border-ink py-2">
        <code className="text-strong wrap-anywhere select-all">{password}</code>
        <CopyButton text={password} label="Copy the password" />
      </p>
    </div>
  )
}
