import 'katex/dist/katex.min.css'
import '@fontsource-variable/stix-two-text/wght.css'
import '@fontsource-variable/stix-two-text/wght-italic.css'
import '@fontsource-variable/hanken-grotesk/wght.css'
import '@fontsource/commit-mono/400.css'
import './globals.css'
import type { Metadata, Viewport } from 'next'
import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { HydrationMarker } from '@/components/ui/hydration-marker'
import { LinkNavigation } from '@/components/ui/link-navigation'
import { SkipLink } from '@/components/ui/skip-link'
import { getThemeCookieName, readTheme } from '@/components/ui/theme'
import { usesSecureCookies } from '@/lib/auth/server/cookies'

export const metadata: Metadata = {
  title: { template: '%s · Stepmark', default: 'Stepmark' },
  description: 'Step-level human feedback on model-generated solutions.',
  icons: { icon: '/icon.svg' },
  robots: { index: false, follow: false },
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f8f8f7' },
    { media: '(prefers-color-scheme: dark)', color: '#111216' },
  ],
}

/**
 * Reading the cookie sets the theme in the first frame. It also makes every page dynamic, including not-found, because
 * scripts of static pages would lack the nonce of the content security policy.
 */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = readTheme((await cookies()).get(getThemeCookieName(usesSecureCookies()))?.value)
  return (
    <html lang="en" className={theme === 'system' ? undefined : theme}>
      <body>
        <SkipLink />
        {children}
        <LinkNavigation />
        <HydrationMarker />
      </body>
    </html>
  )
}
