import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ProviderOutcome } from '#contract/accounts.ts';
import { CALLBACK_PATH } from '#contract/accounts.ts';
import type { Provider } from '#contract/shapes.ts';
import { providers } from '#contract/shapes.ts';
import { signInPath } from '#core/own-path.ts';
import type { Deps } from '#server/deps.ts';
import { escapeHtml } from '#server/platform/escape-html.ts';
import { sendFailure } from '#server/platform/http/errors.ts';
import { siteOf } from '#server/platform/http/origin.ts';
import { checkAccess, clientInfoOf, cookiesOf } from '#server/platform/http/routes.ts';
import type { OAuthFlow } from './oauth-flow-store.ts';
import { finishOAuthFlow } from './providers.ts';

const SCRIPT_PATH = '/api/auth/return.js';
const STYLE_PATH = '/api/auth/return.css';

/** The page to which a provider redirects users: opened by the browser, not called by the web app. */
export function addOAuthCallback(app: FastifyInstance, deps: Deps): void {
  addFile(app, SCRIPT_PATH, './oauth-callback-page.js', 'text/javascript');
  addFile(app, STYLE_PATH, './oauth-callback-page.css', 'text/css');
  app.route<{ Params: { provider: string } }>({
    method: 'GET',
    url: CALLBACK_PATH,
    schema: { hide: true },
    onRequest: (request, reply) => checkAccess(deps, 'anyone', request, reply),
    handler: async (request, reply) => {
      const provider = providers.find((each) => each === request.params.provider);
      return provider
        ? sendCallbackPage(deps, provider, request, reply)
        : sendFailure(reply, { failure: 'route_not_found' });
    },
  });
}

async function sendCallbackPage(
  deps: Deps,
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { flow, outcome } = await finishOAuthFlow({
    deps,
    provider,
    url: request.url,
    site: siteOf(request, deps.settings),
    caller: request.caller,
    cookies: cookiesOf(request),
    client: clientInfoOf(request),
    setCookies: (cookies) => {
      for (const cookie of cookies) reply.header('set-cookie', cookie);
    },
  });
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(pageOf(flow, outcome));
}

function pageOf(flow: OAuthFlow | null, outcome: ProviderOutcome): string {
  const failedAt = flow?.act === 'connect' ? '/profile/security' : signInPath(flow?.next);
  const goTo = outcome.kind === 'failed' ? failedAt : outcome.next;
  const data = JSON.stringify({ outcome, mode: flow?.mode ?? 'redirect', goTo });
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
<p><a href="${escapeHtml(goTo)}">Continue to Pick'em</a></p>
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
