/* Names of files, projects and releases, chosen to become a path or a header. */

const pathEscapes = [
  ...['..', '../', '../../etc/passwd', '..\\..\\windows\\win.ini', '/etc/passwd', '//host/share/x'],
  ...['\\\\host\\share\\x', 'C:\\x', 'C:x', 'file:///etc/passwd', '~/.ssh/id_rsa', './.', '.', ''],
  ...['%2e%2e%2fx', '%2e%2e/x', '..%2fx', '..%5cx', '%252e%252e%252fx', '%c0%ae%c0%ae/x', '..;/x'],
  ...['....//x', '..././x', 'a/../../x', 'a\\..\\..\\x', '\u2024\u2024/x', '\uff0e\uff0e\uff0fx'],
]
const headers = [
  ...['a\r\nSet-Cookie: x=1', 'a\nX: y', 'a\rX: y', 'a%0d%0aX: y', 'a\u2028X: y', 'a\u0085X: y'],
  ...['a"; filename="x.html', 'a\\"; filename=x.html', "a'; filename*=UTF-8''x.html", 'a;b', 'a,b'],
  ...['a"\r\n\r\n<script>alert(1)</script>', '"', '""', "'", '\\', '=?utf-8?q?x?=', 'a\tb', 'a b'],
]
const texts = [
  ...['\0', 'a\0.jsonl', 'a\0/../x', '\u202Egnp.exe', '\u200Ba', '\ufeffa', '\ud800', 'a\udfff'],
  ...[
    'a'.repeat(300),
    'é'.repeat(150),
    '😀'.repeat(75),
    '.'.repeat(255),
    'a/'.repeat(150),
    '\x7f',
    '\x1b[2J',
  ],
  ...['<img src=x onerror=alert(1)>', '${7*7}', '{{7*7}}', '$(id)', '`id`', '|id', ';id', '&&id'],
  ...[
    'CON',
    'NUL.txt',
    'aux',
    'COM1',
    'a.',
    'a ',
    ' a',
    '.htaccess',
    '.git/config',
    '-rf',
    '--help',
    '*',
    '?',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'manifest.json',
    'null',
    'undefined',
    '0',
    '-1',
    'a:b:$DATA',
  ],
]
const endings = ['', '.jsonl', '.html', '.jsonl.gz', '.partial']

/** At least 200 distinct names. */
export const hostileNames: readonly string[] = [
  ...new Set(
    [...pathEscapes, ...headers, ...texts].flatMap((name) => endings.map((end) => name + end)),
  ),
]
