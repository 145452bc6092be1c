/** Minimal hand-written answers in the format of The Odds API, version 4, and a local server that gives them. */
import type { IncomingMessage, RequestListener } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a bookmaker quotes: the points of the home side as the API has them, below 0 if it is favored, and the moneylines. */
export interface Quote {
  readonly point?: number;
  readonly home?: number;
  readonly away?: number;
}

/** A game with the quotes of some bookmakers. */
export function anOddsEvent(home: string, away: string, kickoff: number, quotes: readonly Quote[]): object {
  return {
    id: 'bda33adca828c09dc3cac3a856aef176',
    sport_key: 'americanfootball_nfl',
    commence_time: new Date(kickoff).toISOString().replace('.000', ''),
    home_team: home,
    away_team: away,
    bookmakers: quotes.map(({ point, home: homeOdds, away: awayOdds }, at) => ({
      key: `bookmaker${at}`,
      title: `Bookmaker ${at}`,
      markets: [
        ...(point === undefined
          ? []
          : [
              {
                key: 'spreads',
                outcomes: [
                  { name: away, price: -110, point: -point },
                  { name: home, price: -110, point },
                ],
              },
            ]),
        ...(homeOdds === undefined || awayOdds === undefined
          ? []
          : [
              {
                key: 'h2h',
                outcomes: [
                  { name: away, price: awayOdds },
                  { name: home, price: homeOdds },
                ],
              },
            ]),
      ],
    })),
  };
}

export interface OddsServer {
  readonly url: URL;
  readonly requests: readonly IncomingMessage[];
  /** How it answers from now on. */
  answer(listener: RequestListener): void;
  close(): Promise<void>;
}

/** A listener that answers every request with the same JSON, or the same text. */
export function says(body: unknown, status = 200, headers: Record<string, string> = {}): RequestListener {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return (_, response) => void response.writeHead(status, headers).end(text);
}

/** Listens on a free port of this machine; without games until a test says otherwise. */
export async function openOddsServer(): Promise<OddsServer> {
  const requests: IncomingMessage[] = [];
  let listener = says([]);
  const server = createServer((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    requests,
    answer: (next) => {
      listener = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
