import type { ReactNode } from 'react'
import { Logo } from '@/components/ui/logo'
import { LabelledExample } from './labelled-example'

/** The layout of the sign-in pages: a form, and an example of labelling next to it. */
export function SignInLayout({ children }: { children: ReactNode }) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className="grid min-h-dvh flex-1 grid-cols-[minmax(22.5rem,5fr)_7fr] outline-none max-desk:grid-cols-1"
    >
      <section className="flex flex-col gap-12 px-16 py-8 max-desk:px-4 max-desk:py-6">
        <p className="inline-flex items-center gap-2 font-read text-[1.0625rem]/none font-text">
          <Logo />
          Stepmark
        </p>
        {/* At a fixed height, because an error in a centred form would move its fields. */}
        <div className="mt-[20vh] grid w-full max-w-form gap-4">{children}</div>
        <p className="mt-auto text-caption text-ink-3">
          Stepmark runs on this server. It sends data elsewhere only if an admin sets that up.
        </p>
      </section>
      <section
        aria-label="Example of an annotated solution"
        className="grid place-items-center border-l border-rule bg-surface p-8 max-desk:hidden"
      >
        <LabelledExample />
      </section>
    </main>
  )
}
