import { NextResponse, type NextRequest } from 'next/server'

/**
 * Sets the Content-Security-Policy, with a new nonce for each page. It authorises nothing: every page, call and route
 * does that itself, because several of Next's advisories were ways around this file. Uploads don't pass through it:
 * it would truncate them and return 200. Rejects methods other than GET, HEAD and POST: Next would render a page even
 * for PROPFIND.
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
  const policy = writePolicy(nonce)
  const address = request.nextUrl.pathname + request.nextUrl.search
  // A form was submitted before its script had loaded. Reload its page without the form data.
  if (request.method === 'POST')
    // An address that starts with two slashes would redirect to another host.
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

/** Excludes addresses that are never pages, not even a "not found" page. Next renders a page for every other address. */
export const config = {
  matcher: ['/((?!api/|_next/static/|(?:icon\\.svg|healthz|readyz|metrics)$).*)'],
}
