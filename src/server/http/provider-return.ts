import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ProviderOutcome } from '#contract/providers.ts';
import { CALLBACK_PATH } from '#contract/providers.ts';
import type { Provider } from '#contract/shapes.ts';
import { providers } from '#contract/shapes.ts';
import { signInPath } from '#core/own-path.ts';
import { escapeHtml } from '#server/escape-html.ts';
import { finishVisit } from '../auth/finish-visit.ts';
import type { Visit } from '../auth/provider-visit.ts';
import type { Deps } from '../deps.ts';
import { sendFailure } from './errors.ts';
import { webHeaders } from './headers.ts';
import { siteOf } from './origin.ts';
import { checkAccess, cookiesOf, placeOf } from './routes.ts';

const SCRIPT_PATH = '/api/auth/return.js';
const STYLE_PATH = '/api/auth/return.css';

/** The page that a provider sends people back to: it belongs to a browser, not to a call of the web app. */
export function addProviderReturn(app: FastifyInstance, deps: Deps): void {
  addFile(app, SCRIPT_PATH, './return-page.js', 'text/javascript');
  addFile(app, STYLE_PATH, './return-page.css', 'text/css');
  app.route<{ Params: { provider: string } }>({
    method: 'GET',
    url: CALLBACK_PATH,
    schema: { hide: true },
    onRequest: (request, reply) => checkAccess(deps, 'anyone', request, reply),
    handler: async (request, reply) => {
      const provider = providers.find((each) => each === request.params.provider);
      return provider ? comeBack(deps, provider, request, reply) : sendFailure(reply, { failure: 'route_not_found' });
    },
  });
}

async function comeBack(
  deps: Deps,
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { visit, outcome } = await finishVisit({
    deps,
    provider,
    url: request.url,
    headers: webHeaders(request),
    site: siteOf(request, deps.settings),
    caller: request.caller,
    cookies: cookiesOf(request),
    place: placeOf(request),
    setCookies: (cookies) => {
      for (const cookie of cookies) reply.header('set-cookie', cookie);
    },
  });
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(pageOf(visit, outcome));
}

function pageOf(visit: Visit | null, outcome: ProviderOutcome): string {
  const failedAt = visit?.act === 'connect' ? '/profile' : signInPath(visit?.next);
  const goTo = outcome.kind === 'failed' ? failedAt : outcome.next;
  const data = JSON.stringify({ outcome, mode: visit?.mode ?? 'redirect', goTo });
  const [heading, text] =
    outcome.kind === 'failed' ? ['That did not work', outcome.message] : ['Done', 'You can close this window.'];
  return `<!doctype html>
<html lang="en" data-visit="${escapeHtml(data)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pick'em</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${STYLE_PATH}">
<script type="module" src="${SCRIPT_PATH}"></script>
</head>
<body>
<main>
<h1>${escapeHtml(heading)}</h1>
<p>${escapeHtml(text)}</p>
<p><a href="${escapeHtml(goTo)}">Go on to Pick'em</a></p>
</main>
</body>
</html>
`;
}

function addFile(app: FastifyInstance, url: string, file: string, type: string): void {
  const content = readFileSync(new URL(file, import.meta.url), 'utf8');
  app.route({
    method: 'GET',
    url,
    schema: { hide: true },
    handler: async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').type(`${type}; charset=utf-8`).send(content),
  });
}
