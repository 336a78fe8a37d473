import type { ReactNode } from 'react'
import { Icon, type IconName } from '@/components/ui/icon'
import { QuietButton } from '@/components/ui/quiet-button'

interface FooterNoticeProps {
  icon: IconName
  title: string
  action: ReactNode
  children: ReactNode
}

/** A message above the footer bar, with one action. */
export function FooterNotice({ icon, title, action, children }: FooterNoticeProps) {
  return (
    <div className="flex min-h-10 items-center gap-x-3 border-t border-rule bg-wash px-6 py-1 max-desk:flex-wrap max-desk:items-start max-desk:px-4 max-desk:py-2">
      <Icon name={icon} className="size-4 max-desk:mt-0.5" />
      <div className="max-desk:basis-[calc(100%-2rem)]">
        <b>{title}</b> {children}
      </div>
      <span className="ml-auto flex-none max-desk:ml-0">{action}</span>
    </div>
  )
}

export function FooterNoticeButton({
  onClick,
  children,
}: {
  onClick: () => void
  children: string
}) {
  return (
    <QuietButton tone="accent" onClick={onClick} className="-mr-2 max-desk:ml-5">
      {children}
    </QuietButton>
  )
}
