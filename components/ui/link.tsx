import type { ComponentProps } from 'react'

interface LinkProps extends ComponentProps<'a'> {
  href: string
  /** False to keep the scroll position, if the page stays the same. */
  scroll?: boolean
}

/** A link to another page of Stepmark, which `LinkNavigation` opens without loading the app again. */
export function Link({ scroll = true, children, ...anchorProps }: LinkProps) {
  return (
    <a data-opens-page={scroll ? 'at-top' : 'in-place'} {...anchorProps}>
      {children}
    </a>
  )
}
