import { NextResponse, type NextRequest } from 'next/server'

/**
 * Sets the Content-Security-Policy with a nonce of its own for each page. It guards nothing: every page, call and route
 * does that itself (several of Next's advisories are ways around this file), and files that come in never pass
 * through it (it would cut them short and answer 200). Pages are read alone: Next would draw one for PROPFIND, too.
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
  const policy = writePolicy(nonce)
  const address = request.nextUrl.pathname + request.nextUrl.search
  // A form that was sent before its script was there: its page comes again, with nothing of what was sent.
  if (request.method === 'POST')
    // Two slashes would name another host.
    return NextResponse.redirect(new URL(address.replace(/^[/\\]+/, '/'), request.url), {
      status: 303,
      headers: { 'content-security-policy': policy },
    })
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return new NextResponse(null, {
      status: 405,
      headers: { allow: 'GET, HEAD', 'content-security-policy': policy },
    })
  const headers = new Headers(request.headers)
  headers.set('x-nonce', nonce)
  headers.set('content-security-policy', policy)
  headers.set('x-stepmark-path', address)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  return response
}

function writePolicy(nonce: string): string {
  // React's development build needs eval for its error messages.
  const development = process.env.NODE_ENV === 'development' ? " 'unsafe-eval'" : ''
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development}`,
    `style-src 'self' ${development ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    // KaTeX sets heights and widths in style attributes.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** What is left out is no page, and so is whatever is not found there: Next draws a page for all other addresses. */
export const config = {
  matcher: ['/((?!api/|_next/static/|(?:icon\\.svg|healthz|readyz|metrics)$).*)'],
}
