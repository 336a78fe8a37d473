import type { ReactNode } from 'react'

/** Fields that are about one thing: what it is about at the left, the fields at the right. */
export function FormGroup({
  title,
  words,
  children,
}: {
  title: string
  words: ReactNode
  children: ReactNode
}) {
  return (
    <section className="grid grid-cols-12 gap-x-6 gap-y-4 border-t border-ink pt-4 pb-12">
      <div className="col-span-12 wide:col-span-4">
        <h2>{title}</h2>
        <div className="text-ui text-ink-2">{words}</div>
      </div>
      <div className="col-span-12 grid max-w-[30rem] gap-6 wide:col-span-8">{children}</div>
    </section>
  )
}
