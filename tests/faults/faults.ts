/** A possible mistake in the source, and the tests that find it. */
export interface Fault {
  /** What goes wrong. */
  readonly what: string;
  /** Text that occurs exactly once in `src`, outside of tests. There is no path, so a file can move without a change here. */
  readonly from: string;
  /** The faulty replacement. */
  readonly to: string;
  /** Filters for Vitest: parts of the paths of the test files to run. */
  readonly testFiles: readonly string[];
  /** Full titles of tests of these files. At least one of them must fail. */
  readonly foundBy: readonly string[];
}

/** The faults, by area. */
export const faults: Readonly<Record<string, readonly Fault[]>> = {
  'locks, seals and access': [
    {
      what: 'a cached spared week outlives the team that changes it',
      from: '    read: (db, { poolId }) => loadSpared(db, poolId),\n    games: always,\n    pools: ofPools,\n    entries: ofPool,\n',
      to: '    read: (db, { poolId }) => loadSpared(db, poolId),\n',
      testFiles: ['http/survivor-seals.test.ts'],
      foundBy: [
        "Other people's teams on sqlite where all go on, a late team of one puts another out, whose page follows at once",
      ],
    },
    {
      what: 'each watcher of own entries reads the whole pool that goes on',
      from: 'sparedWeeksFor(db, pool, games, entryIds.map(playerOf), readSpared);',
      to: 'sparedWeeksFor(db, pool, games, entryIds.map(playerOf));',
      testFiles: ['http/survivor-seals.test.ts'],
      foundBy: [
        "Other people's teams on sqlite where all go on, the entries of the pool are read once for all who are out, until they change",
      ],
    },
    {
      what: 'the session of a new account is stored after the account, so that its failure denies the sign-up',
      from: '    await alongside(tx, id);\n    return id;\n  });',
      to: '    return id;\n  }).then(async (id) => (id === null ? null : (await alongside(store.db, id), id)));',
      testFiles: ['accounts/half-done.test.ts'],
      foundBy: [
        'A call whose first write is the last before another process takes the database signs up, and is signed in',
      ],
    },
    {
      what: 'a sign-out is reported as done although the session could not be ended',
      from: '    if (caller) await endSession(deps.store.db, caller.token);\n',
      to: '',
      testFiles: ['accounts/half-done.test.ts'],
      foundBy: ['A sign-out that cannot be stored is not reported as done'],
    },
    {
      what: 'picks that a default made are not announced to open pages',
      from: "  announce(tx, { kind: 'defaults', poolId });\n",
      to: '',
      testFiles: ['picks/defaults.test.ts'],
      foundBy: [
        'What players want for missed picks, on sqlite in a pool of sides reach open pages at once, stored by a sweep',
        "What players want for missed picks, on sqlite in a pool of sides reach open pages at once, stored by a commissioner's pick",
      ],
    },
    {
      what: 'a lock receipt is not announced to open pages',
      from: "  announce(tx, { kind: 'receipts', poolIds: [poolId] });\n",
      to: '',
      testFiles: ['picks/defaults.test.ts'],
      foundBy: [
        'What players want for missed picks, on sqlite in a pool of sides reach open pages at once, stored by a call for the receipts',
      ],
    },
    {
      what: 'a game is still open at the moment of its lock',
      from: 'return now >= game.lockAt;',
      to: 'return now > game.lockAt;',
      testFiles: ['core/game.test.ts', 'core/locks.test.ts'],
      foundBy: [
        'The lock of a game that changes never opens a locked game again, through any history of changes',
        'A game at its lock: locked is 300000',
      ],
    },
    {
      what: 'the deadline of a pool can make a lock later',
      from: 'deadline !== null && deadline < game.lockAt ? { ...game, lockAt: deadline } : game;',
      to: 'deadline !== null ? { ...game, lockAt: deadline } : game;',
      testFiles: ['core/locks.test.ts'],
      foundBy: [
        "The pool's lock of a game is its own if that comes first, or if there is no deadline",
        "A pool's lock that was reached stays reached under every change of times, statuses and games",
      ],
    },
    {
      what: 'a canceled game that was picked can still be changed',
      from: "(hasPick && game.void === 'postponed' && !isLocked(game, now))",
      to: '(hasPick && !isLocked(game, now))',
      testFiles: ['core/game.test.ts', 'core/locks.test.ts', 'core/picks.test.ts'],
      foundBy: ['A pick of a game of a cancelled game is closed'],
    },
    {
      what: 'a disabled admin keeps their rights',
      from: "  if (!user.isEnabled) return ['disabled'];\n",
      to: '',
      testFiles: ['core/permissions.test.ts'],
      foundBy: ['The levels of access limit a disabled account, even of an admin, to itself and to what anyone sees'],
    },
    {
      what: 'members see the picks that a commissioner entered',
      from: 'const forCommissioners = caller.user.isAdmin || caller.isCommissioner;',
      to: 'const forCommissioners = true;',
      testFiles: ['picks/bus-picks.test.ts'],
      foundBy: [
        'Bus picks the player sees the mark of their own with the reason, of others only admins do, with the count',
      ],
    },
    {
      what: "members see everyone's e-mail address",
      from: "access: 'admin',\n    reply: shape({ users: Type.Array(UserListing) }),",
      to: "access: 'user',\n    reply: shape({ users: Type.Array(UserListing) }),",
      testFiles: ['platform/http/access.test.ts'],
      foundBy: ['on sqlite what every route answers to: member'],
    },
    {
      what: 'an admin may disable themselves',
      from: "if (userId === caller.user.id) return fail('not_on_oneself');",
      to: '',
      testFiles: ['admin/user-admin.test.ts'],
      foundBy: ['An admin cannot do it to themselves, nor to an unknown user'],
    },
    {
      what: 'a spreadsheet runs a name as a formula',
      from: "quoted(typeof field === 'string' ? guarded(field) : String(field))",
      to: 'quoted(String(field))',
      testFiles: ['server/platform/csv', 'server/platform/any-file.test.ts'],
      foundBy: [
        'A CSV file removes the guard against formulas',
        'A CSV text is written so that no spreadsheet runs it: "=1+1"',
      ],
    },
    {
      what: "others' picks are shown in the Matchup before the lock",
      from: "  if (!isLocked(game, now)) return '?';\n  return sideLetter(",
      to: '  return sideLetter(',
      testFiles: ['core/pick-letters.test.ts'],
      foundBy: ['The letter of a pick in the Matchup is sealed before the lock'],
    },
    {
      what: 'an export has picks of games that are not locked',
      from: '    .where(isLockedInPool(now))\n    .execute();\n  return rows.flatMap(({ entry_id, gid, side, best }) =>',
      to: '    .execute();\n  return rows.flatMap(({ entry_id, gid, side, best }) =>',
      testFiles: ['games/pool-lock.test.ts'],
      foundBy: ["The pool's lock every side is sealed until the deadline and revealed at it, in this pool only"],
    },
    {
      what: 'the shares of a game are shown before its lock',
      from: 'const locked = games.filter((game) => isLocked(game, now)).map(({ gid }) => gid);',
      to: 'const locked = games.map(({ gid }) => gid);',
      testFiles: ['standings/scores.test.ts'],
      foundBy: [
        'Scores the shares of a locked game count the picks of members, entered ones too, and of disabled accounts',
      ],
    },
    {
      what: 'tiebreak guesses are shown before the lock',
      from: "    .where('pool_weeks.week_id', 'in', weekIds)\n    .where(isLockedInPool(now))",
      to: "    .where('pool_weeks.week_id', 'in', weekIds)",
      testFiles: ['games/guesses.test.ts'],
      foundBy: ['Guesses on sqlite are in the Matchup once their game is locked in the pool, and not before'],
    },
    {
      what: "a pool's file shows that somebody guessed",
      from: 'tiebreakFixedAt: isTiebreakLocked(locks, week) ? week.tiebreak_fixed_at : null,',
      to: 'tiebreakFixedAt: week.tiebreak_fixed_at,',
      testFiles: ['pool-file/sealed.test.ts'],
      foundBy: [
        'A pool file on sqlite says when the tiebreak game of a week was fixed only after the last lock of the week',
      ],
    },
    {
      what: "a survivor's team is shown before its game locks",
      from: 'weeks.flatMap(({ games }) => games.filter((game) => isLocked(game, now)).map(({ gid }) => gid)),',
      to: 'weeks.flatMap(({ games }) => games.map(({ gid }) => gid)),',
      testFiles: ['platform/http/survivor-seals.test.ts'],
      foundBy: [
        "Other people's teams on sqlite at the lock of its game it is revealed, and one of a later game is not",
      ],
    },
    {
      what: 'the value of a picked game is shown before its lock',
      from: '? isWhole : isWeekLocked([game], now);',
      to: '? isWhole : true;',
      testFiles: ['formats/confidence.test.ts'],
      foundBy: ['What is visible of values is nothing before a lock'],
    },
    {
      what: 'the value of a game without a pick is shown before the week is locked',
      from: 'const isTold = pickOf(picks, game.gid) === undefined ? isWhole : isWeekLocked([game], now);',
      to: 'const isTold = isWeekLocked([game], now);',
      testFiles: ['formats/confidence.test.ts'],
      foundBy: ['What is visible of values is none of a game without a side'],
    },
    {
      what: 'a commissioner sees the side of a sealed pick',
      from: 'side: isLocked(game, now) ? (pick?.side ?? null) : null,',
      to: 'side: pick?.side ?? null,',
      testFiles: ['picks/bus-picks.test.ts'],
      foundBy: ['Bus picks Before the lock a player’s own pick is not replaced, and not cleared'],
    },
    {
      what: 'one best bet more than the pool allows can be marked',
      from: 'pickOf(picks, game.gid)?.best).length < bestBets;',
      to: 'pickOf(picks, game.gid)?.best).length <= bestBets;',
      testFiles: ['core/picks.test.ts'],
      foundBy: [
        'Another best bet cannot be marked at the limit',
        'Another best bet cannot be marked if there are none',
      ],
    },
    {
      what: 'a game that begins early stays open until its time',
      from: 'return Math.min(plannedLock(next), now);',
      to: 'return plannedLock(next);',
      testFiles: ['core/game.test.ts', 'core/locks.test.ts'],
      foundBy: ['The lock of a game that changes while it is open: a start before its time locks it now'],
    },
    {
      what: 'a postponed game counts as locked in its week',
      from: "games.every((game) => game.void === 'cancelled' || isLocked(game, now));",
      to: 'games.every((game) => game.void !== null || isLocked(game, now));',
      testFiles: ['core/locks.test.ts'],
      foundBy: ['a whole week is locked not while a postponed game has no time'],
    },
    {
      what: 'a missed game shows its automatic pick before the lock',
      from: 'return isLocked(game, now) && !lockedBeforeJoining(game, joinedAt) && autoSide',
      to: 'return !lockedBeforeJoining(game, joinedAt) && autoSide',
      testFiles: ['core/auto-picks.test.ts'],
      foundBy: ['An auto pick is none a millisecond before the lock'],
    },
    {
      what: 'a page of another subdomain can send changes',
      from: "return site === 'same-origin';",
      to: "return site !== 'cross-site';",
      testFiles: ['platform/http/origin.test.ts'],
      foundBy: ['A league refuses a change with Sec-Fetch-Site: same-site'],
    },
    {
      what: 'an expired session still signs in',
      from: 'if (token === null || !row || row.endsAt <= now) return null;',
      to: 'if (token === null || !row) return null;',
      testFiles: ['accounts/session.test.ts'],
      foundBy: ['on sqlite a session ends so long after it was used last'],
    },
    {
      what: 'a cookie with a forged signature signs in',
      from: 'return given.length === expected.length && timingSafeEqual(given, expected) ? token : null;',
      to: 'return given.length === expected.length ? token : null;',
      testFiles: ['accounts/session.test.ts'],
      foundBy: [
        'on sqlite a cookie with one letter of the signature changed is taken by neither reader',
        'on sqlite the signature of one session does not open another',
      ],
    },
    {
      what: 'a commissioner can find out a sealed team by trying others',
      from: "  if (hasSealed(weeks, others, { weekId, rules, now })) return { refusal: 'players_team_ahead' };\n",
      to: '',
      testFiles: ['picks/bus-entries.test.ts'],
      foundBy: [
        'Orders, teams and guesses that an admin enters a team that is used is refused, and a sealed one of another week is revealed by no refusal',
      ],
    },
    {
      what: 'an offline pick of another player on the same device is stored',
      from: "    const userId = caller.user.id;\n    if (body.playerId !== undefined && body.playerId !== userId) return fail('other_player');\n    const { poolId, gid } = params;",
      to: '    const userId = caller.user.id;\n    const { poolId, gid } = params;',
      testFiles: ['picks/picks.test.ts'],
      foundBy: ['Picks Refused are a pick that another player made on this device'],
    },
    {
      what: 'a commissioner sees the e-mail addresses of people who ask to join',
      from: 'return user.isAdmin ? requests : requests.map((request) => ({ ...request, email: null }));',
      to: 'return requests;',
      testFiles: ['members/commissioners.test.ts'],
      foundBy: [
        'Commissioners of a pool no reply to them has an address of somebody else, to a call that reads or one that acts',
      ],
    },
    {
      what: 'an export has survivor teams of games that are not locked',
      from: '    .where(isLockedInPool(now))\n    .execute();\n  const locked = new Set',
      to: '    .execute();\n  const locked = new Set',
      testFiles: ['cli/formats.test.ts'],
      foundBy: [
        'Confidence and survivor at the command line a survivor pool goes out as it came in, sealed teams left out',
      ],
    },
  ],
  'one way in': [
    {
      what: 'a pick is stored at the moment of the lock',
      from: "if (isLocked(game, now)) return 'game_locked';\n    if (!isChangeable",
      to: "if (now > game.lockAt) return 'game_locked';\n    if (!isChangeable",
      testFiles: ['picks/picks.test.ts'],
      foundBy: ['Picks A game locks five minutes after its kick-off, to the millisecond'],
    },
    {
      what: 'a pick is stored after the deadline of the pool',
      from: 'return withPoolLock(game, deadline);',
      to: 'return game;',
      testFiles: ['games/pool-lock.test.ts'],
      foundBy: ["The pool's lock a pick after the pool's deadline is refused, though its game is open"],
    },
    {
      what: 'a pick is stored for a week that the pool does not play',
      from: 'game === undefined || !(game.isInPool || isBrought(actor))',
      to: 'game === undefined',
      testFiles: ['picks/picks.test.ts'],
      foundBy: ['Picks Refused are a game of a week that the pool does not play, or no longer plays'],
    },
    {
      what: 'a guess is stored after its lock',
      from: "if (isLocked(game, now)) return 'guess_locked';\n",
      to: '',
      testFiles: ['games/guesses.test.ts'],
      foundBy: ["Guesses on sqlite lock with their game, not with the week's first"],
    },
    {
      what: 'a guess is stored though another game is the tiebreak by now',
      from: "if (game.gid !== gid) return { refusal: 'tiebreak_changed' };\n",
      to: '',
      testFiles: ['games/guesses.test.ts'],
      foundBy: [
        'Guesses on sqlite are refused for whom, for what and where they cannot be',
        'Guesses on sqlite a guess and a naming at the same moment agree',
      ],
    },
    {
      what: 'an older pick that waited offline replaces a newer one',
      from: "if (!isEntered && isNewer(stored, basedOn)) return 'newer_pick';\n",
      to: '',
      testFiles: ['picks/picks.test.ts', 'picks/one-way-in.test.ts'],
      foundBy: [
        'Picks An offline pick gives way to a newer pick of the same player',
        'One way in on sqlite A write is judged after the previous one is stored, even at the same time',
      ],
    },
    {
      what: 'an older guess that waited offline replaces a newer one',
      from: "!isEntered && isNewer(stored, basedOn) ? 'newer_guess' : null",
      to: 'null',
      testFiles: ['games/guesses.test.ts'],
      foundBy: ['Guesses on sqlite of two devices, the last one counts; one made offline gives way to a newer one'],
    },
    {
      what: 'a commissioner learns a sealed side by entering it',
      from: 'value === null : locked && existing.side === value?.side;',
      to: 'value === null : existing.side === value?.side;',
      testFiles: ['picks/bus-picks.test.ts'],
      foundBy: [
        'Bus picks before the lock the same side is written and logged again, so that trying does not reveal it',
      ],
    },
    {
      what: 'a commissioner enters their own pick after the lock',
      from: "return adminId === ownerId ? 'own_bus_pick' : null;\n",
      to: 'return null;\n',
      testFiles: ['core/judge.test.ts'],
      foundBy: [
        'A bus pick does not fill the admin’s own missing pick after the lock',
        'A bus pick is late at the very lock',
      ],
    },
    {
      what: "a commissioner replaces a player's own pick before the lock",
      from: "return existing !== undefined && !existing.bus ? 'players_own_pick' : null;\n",
      to: 'return null;\n',
      testFiles: ['core/judge.test.ts', 'picks/bus-picks.test.ts'],
      foundBy: [
        'A bus pick does not replace a player’s own pick before the lock',
        'Bus picks Before the lock a player’s own pick is not replaced, and not cleared',
      ],
    },
    {
      what: 'an import overwrites what somebody with an account entered',
      from: 'const isTheirs = circumstances.hasAccount || (stored?.enteredBy ?? null) !== null;',
      to: 'const isTheirs = (stored?.enteredBy ?? null) !== null;',
      testFiles: ['core/judge.test.ts', 'picks/one-way-in.test.ts'],
      foundBy: [
        'A pick of the home side, after the lock, from a file keeps what a player with an account entered',
        'One way in on sqlite whatever order all come in while locks are reached, what stands is what was allowed last, in a pickem pool',
      ],
    },
    {
      what: 'an import overwrites what a commissioner entered',
      from: 'const isTheirs = circumstances.hasAccount || (stored?.enteredBy ?? null) !== null;',
      to: 'const isTheirs = circumstances.hasAccount;',
      testFiles: ['core/judge.test.ts'],
      foundBy: ['A pick of the home side, after the lock, from a file keeps what a commissioner entered'],
    },
    {
      what: 'a link fills in a pick over one that was taken back',
      from: 'if (stored !== undefined) return { stays: true, value: stored.value };',
      to: 'if (hasValue(stored)) return { stays: true, value: stored.value };',
      testFiles: ['core/judge.test.ts'],
      foundBy: ['A pick of the home side, after the lock, from a link keeps what was taken back'],
    },
    {
      what: 'a player picks one game more than the pool lets them',
      from: 'others.picks >= rules.games',
      to: 'others.picks > rules.games',
      testFiles: ['picks/pick-limits.test.ts'],
      foundBy: [
        'A pool in which players pick 2 games of a week on sqlite refuses a third pick until one is taken back',
      ],
    },
    {
      what: 'a former member can still pick',
      from: "if (!isMember) return 'not_a_member';",
      to: '',
      testFiles: ['core/judge.test.ts'],
      foundBy: ['Something is entered for no former member by themselves'],
    },
    {
      what: 'picks of one batch do not count for each other',
      from: 'note(facts, write, weekId, { value, revision, enteredBy, reason });\n',
      to: '',
      testFiles: ['picks/pick-limits.test.ts'],
      foundBy: [
        'A pool in which players pick 2 games of a week on sqlite stores as many picks of a whole week as the limit allows, whatever else is in the call',
      ],
    },
    {
      what: 'a pick made offline is lost to one that arrives with it',
      from: 'return saysAll(later.choice, earlier.choice) && later.basedOn === null && earlier.basedOn === null;',
      to: 'return saysAll(later.choice, earlier.choice);',
      testFiles: ['picks/one-way-in.test.ts'],
      foundBy: ['One way in on sqlite A write is judged after the previous one is stored, even at the same time'],
    },
    {
      what: 'two devices write for one entry at the same time',
      from: 'order by entries.id for no key update of entries`',
      to: 'order by entries.id`',
      testFiles: ['picks/one-way-in.test.ts'],
      foundBy: [
        'One way in on postgres two devices that each make the last pick, or mark, of a week at once never store one too many',
      ],
    },
    {
      what: 'a change of a game that asks for nothing first leaves the gate open',
      from: 'perform pg_advisory_xact_lock(7, 0);',
      to: 'perform 1;',
      testFiles: ['picks/picks-concurrent.test.ts'],
      foundBy: ['On PostgreSQL a pick that meets an edit under way waits, and is refused when the edit locks the game'],
    },
    {
      what: 'picks are stored through a closed gate',
      from: 'gate as materialized (select pg_advisory_xact_lock_shared(7, 0) from patience)',
      to: 'gate as materialized (select 1 from patience)',
      testFiles: ['picks/late-writers.test.ts'],
      foundBy: [
        'On PostgreSQL, while a writer waits for its turn a game begins while a pick of it is being stored, which is visible only after the pick is stored',
      ],
    },
    {
      what: 'a pool lowers its best bets while one is being marked',
      from: 'before.bestBets) return null;\n  await closeGate(tx, engine);\n',
      to: 'before.bestBets) return null;\n',
      testFiles: ['picks/best-bets.test.ts'],
      foundBy: [
        'A pool with 2 best bets a week on postgres has no fewer of them than marks, however close a mark and the change are',
      ],
    },
    {
      what: "PostgreSQL's own clock is left out where late picks are refused",
      from: 'if greatest(node_now, league_now()) >= closes_at then',
      to: 'if node_now >= closes_at then',
      testFiles: ['picks/late-writers.test.ts'],
      foundBy: [
        "On PostgreSQL, while a writer waits for its turn the lock of a game is reached, and a player's pick is refused, by the database's clock",
      ],
    },
    {
      what: 'nobody looks at the clock once a pick is written',
      from: 'closesAt = Math.min(closesAt, verdict.closesAt);\n',
      to: '',
      testFiles: ['picks/late-writers.test.ts'],
      foundBy: [
        "On PostgreSQL, while a writer waits for its turn the lock of a game is reached, and a player's pick is refused, by the database's clock",
      ],
    },
    {
      what: "nobody looks at the clock once a commissioner's own entry has waited",
      from: 'await refuseLate(tx, store.engine, closesAt, clock());\n    return { weekId, changed, now };',
      to: 'return { weekId, changed, now };',
      testFiles: ['entries/entries-concurrent.test.ts'],
      foundBy: [
        'On PostgreSQL, while an entry waits for its turn a lock is reached after an admin was let enter their own confidence week, and they are refused',
      ],
    },
    {
      what: 'the history forgets what a commissioner replaced within a second',
      from: ' or old.entered_by is distinct from new.entered_by',
      to: '',
      testFiles: ['picks/one-way-in.test.ts'],
      foundBy: [
        'One way in on sqlite whatever order all come in while locks are reached, what stands is what was allowed last, in a pickem pool',
      ],
    },
    {
      what: 'whoever comes back to a pool gets a second entry',
      from: ' and owner_id = new.user_id and out_at is null)`',
      to: ' and owner_id = new.user_id and out_at is null and new.enabled = 0)`',
      testFiles: ['picks/one-way-in.test.ts'],
      foundBy: ['One way in on sqlite a player who is linked, unlinked and linked again gets the same entry'],
    },
  ],
  links: [
    {
      what: 'a link withdraws nothing',
      from: 'return value === undefined ? [] : [{ ...takenBack(row, now), value }];',
      to: 'return value === undefined ? [] : [{ ...takenBack(row, now), value: row.value }];',
      testFiles: ['entries/players.test.ts'],
      foundBy: [
        'Players without an account on sqlite Linked to an account without an entry, it has theirs: picks, points, place, and from then on its own name',
      ],
    },
    {
      what: 'the count of a link tells whether there is a sealed guess',
      from: 'taken.filter(({ kind, about }) => made.has(choiceKey(kind, about))).length',
      to: 'taken.length',
      testFiles: ['entries/players.test.ts'],
      foundBy: [
        'Players without an account on sqlite A preview counts nothing that the MatchUp does not show as made: a guess',
      ],
    },
    {
      what: 'the count of a link tells whether there is a sealed order',
      from: "if (kind === 'order') return lockedWeeks.includes(about);",
      to: '',
      testFiles: ['entries/players.test.ts'],
      foundBy: [
        'Players without an account on sqlite A preview counts nothing that the MatchUp does not show as made: an order with open games',
      ],
    },
    {
      what: 'a refusal of a link tells of the team of an entry that is out',
      from: "teams.filter(({ about }) => made.has(choiceKey('team', about)))",
      to: 'teams',
      testFiles: ['entries/players.test.ts'],
      foundBy: [
        'Players without an account on sqlite A preview says nothing of the sealed team of an entry that is out, whose lock refuses no link either',
      ],
    },
    {
      what: 'the revision of a withdrawn order tells whether its open games had their usual places',
      from: 'if (week.every((game) => isLocked(game, now))) return undefined;',
      to: 'if (week.every((game) => isLocked(game, now)) || value === JSON.stringify({ order: rebaseOrder(week, parseValue<OrderValue>(value)?.order ?? [], [], now) })) return undefined;',
      testFiles: ['entries/players.test.ts'],
      foundBy: [
        'Players without an account on sqlite Linked to an account its partly locked order is written again, whatever places its open games had',
      ],
    },
    {
      what: 'a membership after an undone link tells whether its entry has picks',
      from: "q.or([q('id', '<>', intoId ?? ''), q.exists(shown)])",
      to: 'q.exists(shown)',
      testFiles: ['entries/players.test.ts'],
      foundBy: [
        'Players without an account on sqlite Undone, a link of an account that has added another entry since leaves it a member, whatever that entry has',
      ],
    },
    {
      what: 'somebody links an entry to their own account',
      from: "if (isOwnAccount) return 'own_account';",
      to: '',
      testFiles: ['core/links.test.ts', 'entries/players.test.ts'],
      foundBy: ["A link is not made to one's own account"],
    },
    {
      what: 'an entry is linked to whoever entered something for it after its lock',
      from: 'if (await locks.limit(1).executeTakeFirst()) return true;',
      to: '',
      testFiles: ['entries/players.test.ts'],
      foundBy: [
        'Players without an account on sqlite are not linked to a user who entered a pick for them after its lock, by anyone',
      ],
    },
    {
      what: 'a link is undone without a reason after a lock',
      from: 'return locks.some((lockAt) => lockAt > linkedAt && lockAt <= now);',
      to: 'return locks.some((lockAt) => lockAt > linkedAt && lockAt > now);',
      testFiles: ['core/links.test.ts'],
      foundBy: ['Undoing a link at the first lock that followed needs a reason: true'],
    },
    {
      what: 'a link fills an entry of a confidence pool game by game',
      from: "(pool.rules.format !== 'confidence' || isWhole(row))",
      to: 'true',
      testFiles: ['entries/players.test.ts'],
      foundBy: [
        'Players without an account on sqlite Linked to an account in a confidence pool, its entry is filled by whole weeks',
      ],
    },
    {
      what: 'a further entry counts for weeks before it existed',
      from: 'firsts.filter(({ number }) => number === 1).map(({ id }) => id)',
      to: 'entries.map(({ id }) => id)',
      testFiles: ['core/entries.test.ts'],
      foundBy: ['The entries of one person are ordered by number'],
    },
    {
      what: 'an entry is given up after it played',
      from: "if (hasLockedPick) return 'entry_locked';",
      to: '',
      testFiles: ['core/entries.test.ts', 'entries/entries.test.ts'],
      foundBy: ['Giving up an entry keeps one with a locked pick'],
    },
    {
      what: 'two entries of one person at the top count as a tie',
      from: '[...new Set(best.map(({ ownerId }) => ownerId))]',
      to: 'best.map(({ ownerId }) => ownerId)',
      testFiles: ['core/leader.test.ts'],
      foundBy: ['The top of a week names a person once, however many of their entries are at it'],
    },
  ],
  upgrade: [
    {
      what: 'the upgrade leaves open picks of linked players',
      from: 'if (left === row.value) continue;',
      to: 'if (left !== row.value) continue;',
      testFiles: ['platform/db/migrate.test.ts'],
      foundBy: [
        'The tables on sqlite of the version before get the picks of linked players for locked games, and lose those of open games',
      ],
    },
    {
      what: 'the upgrade forgets who led when results were announced',
      from: '(JSON.parse(leaders) as string[]).map(to).toSorted()',
      to: '(JSON.parse(leaders) as string[]).toSorted()',
      testFiles: ['platform/db/migrate.test.ts'],
      foundBy: ['The tables on sqlite of the version before name entries instead of people'],
    },
    {
      what: 'the upgrade loses payments',
      from: 'from old_pool_payments as old\n      join',
      to: 'from old_pool_payments as old\n      where false and join',
      testFiles: ['platform/db/migrate.test.ts'],
      foundBy: ['The tables on sqlite of the version before keep every row'],
    },
    {
      what: 'an upgrade that fails is half applied',
      from: 'return db.transaction().execute(async (tx) => {\n    if (engine ===',
      to: 'return db.connection().execute(async (tx) => {\n    if (engine ===',
      testFiles: ['platform/db/migrate.test.ts'],
      foundBy: [
        'The tables on sqlite of a new database are all missing after a failure, and can be made again',
        'The tables on sqlite of the version before stay as they are when the upgrade fails, and can be upgraded again',
      ],
    },
    {
      what: 'a database that is too old counts as one of a newer version',
      from: 'form > CURRENT ? newerText(form) : olderText(form)',
      to: 'form < CURRENT ? newerText(form) : olderText(form)',
      testFiles: ['platform/db/migrate.test.ts'],
      foundBy: [
        'The tables on sqlite of an older version, with the commit that upgrades them are refused and stay as they are',
      ],
    },
    {
      what: 'older pools are not listed',
      from: 'is_listed integer not null default 1',
      to: 'is_listed integer not null default 0',
      testFiles: ['platform/db/migrate.test.ts'],
      foundBy: ['The tables on sqlite of the version before become those of a new database'],
    },
    {
      what: 'a league is upgraded shortly before a lock',
      from: 'if (!isForced) await refuseUnsafe(store, tx, now);',
      to: '',
      testFiles: ['platform/db/bring-up-to-date.test.ts'],
      foundBy: [
        'A league of the version before on sqlite with a game that locks in an hour waits',
        'A league of the version before on postgres with a game that locks in an hour waits',
      ],
    },
    {
      what: 'a league is upgraded without a copy',
      from: "if (store.engine === 'sqlite') copy = await copyOf(store);",
      to: '',
      testFiles: ['platform/db/bring-up-to-date.test.ts'],
      foundBy: ['A league of the version before on sqlite is copied first, with every row'],
    },
    {
      what: 'a copy of a newer version is restored',
      from: "(await isNewer(store)) ? 'newer' : contents",
      to: '(await isNewer(store)) ? contents : contents',
      testFiles: ['cli/backup.test.ts'],
      foundBy: ['A league on SQLite is not replaced by a file that is of a newer version'],
    },
    {
      what: 'a database of a newer version is not refused in plain words',
      from: 'else throw new DatabaseError(form > CURRENT',
      to: 'else throw new Error(form > CURRENT',
      testFiles: ['tests/server-process.test.ts'],
      foundBy: [
        'The server process that cannot start says why in plain words the league has the form of a newer version, and it stays so',
      ],
    },
  ],
  elsewhere: [
    {
      what: 'a whole spread of an away favorite is rounded toward zero',
      from: 'return spread + (spread > 0 ? ROUNDING_STEP : -ROUNDING_STEP);',
      to: 'return spread + ROUNDING_STEP;',
      testFiles: ['core/spread.test.ts'],
      foundBy: [
        'The displayed spread rounding moves a negative whole line down',
        'The displayed spread rounding moves an even line down',
      ],
    },
    {
      what: 'a pool with frozen lines counts the line of today',
      from: "return displayedSpread(rules.line === 'frozen' ? (frozenSpread ?? spread) : spread, rules);",
      to: "return displayedSpread(rules.line === 'frozen' ? (spread ?? frozenSpread) : spread, rules);",
      testFiles: ['core/spread.test.ts', 'core/frozen-line.test.ts'],
      foundBy: [
        'The displayed spread is the frozen one if lines are frozen',
        'The displayed spread is an even frozen one',
      ],
    },
    {
      what: 'a game that is not over has a winner',
      from: 'return isOver(game) ? outcome(game, rules) : null;',
      to: 'return gameCounts(game) ? outcome(game, rules) : null;',
      testFiles: ['core/spread.test.ts', 'core/scoring.test.ts'],
      foundBy: [
        'The score of a week is what the picks on Final games are worth: straight up, all home',
        'The score of a week is what the picks on Final games are worth: with the line, all home: the push is home’s, the tie nobody’s',
      ],
    },
    {
      what: 'the push rule is read the wrong way around',
      from: "if (margin === 0 && rules.push !== 'home') return 'push';",
      to: "if (margin === 0 && rules.push === 'home') return 'push';",
      testFiles: ['core/spread.test.ts', 'core/scoring.test.ts'],
      foundBy: [
        'The score of a week is what the picks on Final games are worth: with the line, all home: the push is home’s, the tie nobody’s',
        'The score of a week is what the picks on Final games are worth: a push is half a point, all home',
      ],
    },
    {
      what: 'a push that is worth half a point scores a whole one',
      from: '{ correct: 2, split: 1, incorrect: 0',
      to: '{ correct: 2, split: 2, incorrect: 0',
      testFiles: ['core/scoring.test.ts'],
      foundBy: [
        'The score of a week is what the picks on Final games are worth: a push is half a point, all home',
        'The score of a week is what the picks on Final games are worth: a push is half a point, all away',
      ],
    },
    {
      what: 'a week without any counting game is finished',
      from: "return counting.length > 0 && counting.every((game) => game.status === 'Final');",
      to: "return counting.every((game) => game.status === 'Final');",
      testFiles: ['core/scoring.test.ts'],
      foundBy: [
        'A finished week when every game is cancelled: false',
        'A finished week when there are no games: false',
      ],
    },
    {
      what: 'a week with a postponed game is decided at once',
      from: 'return isWeekFinished(games) && (hasNextBegun || !games.some(isOpen));',
      to: 'return isWeekFinished(games) && (hasNextBegun || games.length > 0 || !games.some(isOpen));',
      testFiles: ['core/scoring.test.ts'],
      foundBy: [
        'A finished week is decided: one whose postponed game may still be played',
        'A finished week is decided: the same while the next week is to come',
      ],
    },
    {
      what: 'the place after a shared one is the next number',
      from: 'if (score !== scored[index - 1]?.score) rank = index + 1;',
      to: 'if (index > 0 && score !== scored[index - 1]?.score) rank += 1;',
      testFiles: ['core/standings.test.ts'],
      foundBy: [
        'The ranks are shared by ties, then by name; the ranks they use up are left out',
        'The ranks are consistent: one more than the players who are better, for everyone',
      ],
    },
    {
      what: 'everyone is last when all have the same score',
      from: 'isLast: score === lowest && score !== highest,',
      to: 'isLast: score === lowest,',
      testFiles: ['core/standings.test.ts'],
      foundBy: [
        'The markers mark as last nobody if all are level',
        'The markers mark as last nobody before the first game',
      ],
    },
    {
      what: 'the best weeks are dropped instead of the worst',
      from: 'decided.toSorted((a, b) => scoreOf(a) - scoreOf(b)).slice(0, dropWeeks)',
      to: 'decided.toSorted((a, b) => scoreOf(b) - scoreOf(a)).slice(0, dropWeeks)',
      testFiles: ['core/standings.test.ts'],
      foundBy: [
        'Dropped weeks leave the total: the lowest of those that are decided',
        'Dropped weeks leave the total: two',
      ],
    },
    {
      what: 'every decided week can be dropped',
      from: 'const isDropping = dropWeeks > 0 && decided.length > dropWeeks;',
      to: 'const isDropping = dropWeeks > 0 && decided.length >= dropWeeks;',
      testFiles: ['core/standings.test.ts'],
      foundBy: ['Dropped weeks leave the total: none until more are decided than may leave'],
    },
    {
      what: 'the tiebreak game is the first of the week',
      from: 'reduce<G | null>((last, game) => (last && isBefore(game, last) ? last : game), null)',
      to: 'reduce<G | null>((last, game) => (last && isBefore(last, game) ? last : game), null)',
      testFiles: ['core/tiebreak.test.ts'],
      foundBy: [
        'The tiebreak game of a week is the last to kick off',
        'The tiebreak game of a week is of games at the same time the last by id',
      ],
    },
    {
      what: 'the tiebreak game changes after it was fixed',
      from: 'if (previous.gid !== null && previous.fixedAt !== null && now >= previous.fixedAt) return previous;',
      to: 'if (previous.gid !== null && previous.fixedAt !== null && now < previous.fixedAt) return previous;',
      testFiles: ['core/tiebreak.test.ts'],
      foundBy: [
        'The tiebreak game of a week follows a later game that is added',
        'The tiebreak game of a week follows its week when that loses it',
      ],
    },
    {
      what: 'a named tiebreak game is lost where the file of its pool is read',
      from: 'const { fixedAt } = broughtTiebreak(await gamesInPool(tx, pool.id, [id]), now, { gid, fixedAt: tiebreakFixedAt });',
      to: 'const fixedAt = tiebreakFixedAt;',
      testFiles: ['pool-file/pool-file.test.ts'],
      foundBy: [
        'A pool as one file on sqlite keeps a tiebreak game that is not the usual one, though it does not say when that was fixed',
      ],
    },
    {
      what: 'a name is a link in Slack',
      from: 'signs: /[&<>*_~`#@:/.]/g',
      to: 'signs: /[&<>*_~`]/g',
      testFiles: ['core/defused.test.ts', 'core/hooks/hooks.test.ts'],
      foundBy: [
        'A name that looks like an address is no link in a mail or in Slack: http://evil.example/login',
        'Messages to Slack show names literally',
      ],
    },
    {
      what: 'a name is a link in a mail that the league wrote',
      from: 'paragraphs: linesOf(isByUs ? plain(text) : text),',
      to: 'paragraphs: linesOf(text),',
      testFiles: ['notify/withdrawn.test.ts'],
      foundBy: ['Picks that a link withdraws are announced by mails in which no name becomes a link'],
    },
    {
      what: 'the name of a pool is a link in a mail',
      from: "escapeHtml(defused('mail', poolName))",
      to: 'escapeHtml(poolName)',
      testFiles: ['notify/withdrawn.test.ts'],
      foundBy: ['Picks that a link withdraws are announced by mails in which no name becomes a link'],
    },
    {
      what: '"closest without going over" punishes guesses below the total',
      from: "const isWorse = rule === 'closest-under' && difference > 0;",
      to: "const isWorse = rule === 'closest-under' && difference < 0;",
      testFiles: ['core/tiebreak.test.ts'],
      foundBy: [
        'Of those who are level at the top of a week over loses to under, however near',
        'Of those who are level at the top of a week still level: they share it',
      ],
    },
    {
      what: 'what was paid out is not taken from the pot',
      from: 'left: pot - paidOut, missing:',
      to: 'left: pot, missing:',
      testFiles: ['core/money.test.ts'],
      foundBy: ["A pool's money adds up what came in, what is promised, what went out and what is lacking"],
    },
    {
      what: 'a week prize that rolled over is promised twice',
      from: 'sum(prizes.map(({ cents, rolled }) => cents - rolled))',
      to: 'sum(prizes.map(({ cents }) => cents))',
      testFiles: ['core/money.test.ts'],
      foundBy: ["A pool's money adds up what came in, what is promised, what went out and what is lacking"],
    },
    {
      what: 'a player without points leads the week',
      from: 'if (halves === 0) return NOBODY;',
      to: 'if (scores.length === 0) return NOBODY;',
      testFiles: ['core/leader.test.ts'],
      foundBy: ['The top of a week is nobody while all are at 0'],
    },
    {
      what: 'a missed game ignores the spread in a pool without spreads',
      from: "favoredSide(rules.useSpread ? effectiveSpread(game, rules) : game.spread) ?? 'home'",
      to: "favoredSide(effectiveSpread(game, rules)) ?? 'home'",
      testFiles: ['core/auto-picks.test.ts'],
      foundBy: [
        'The side that counts for a game that was not picked the favorite of the game in a pool without lines',
        'A week with missed games favorites: home, home, home for want of a line, away',
      ],
    },
    {
      what: 'a new member gets picks for games that locked before they joined',
      from: 'return isLocked(game, now) && !lockedBeforeJoining(game, joinedAt) && autoSide(game, rules) !== null;',
      to: 'return isLocked(game, now) && autoSide(game, rules) !== null;',
      testFiles: ['core/auto-picks.test.ts'],
      foundBy: [
        'An auto pick is missing for a member who joined at the lock',
        'An auto pick is missing for a member who joined after the lock',
      ],
    },
    {
      what: 'a line that is frozen moves on',
      from: 'const freezes = frozenSpread === null && spread !== null && now >= lineFreeze(game, ofWeek);',
      to: 'const freezes = spread !== null && now >= lineFreeze(game, ofWeek);',
      testFiles: ['core/frozen-line.test.ts'],
      foundBy: [
        'A frozen line stays, whatever stands after',
        'A frozen line never changes again, and leaves the rest of the game unchanged',
      ],
    },
    {
      what: 'a canceled game decides its week without a delay',
      from: "if (why === 'cancelled') return (voidSince ?? Number.NEGATIVE_INFINITY) + CANCELLED_MS;",
      to: "if (why === 'cancelled') return voidSince ?? Number.NEGATIVE_INFINITY;",
      testFiles: ['core/week-result.test.ts'],
      foundBy: ['A week counts as decided for announcements two hours after the feed cancelled a game'],
    },
    {
      what: 'the last week of the regular season belongs to the post-season',
      from: 'return (parseWeekId(id)?.number ?? 0) > REGULAR_WEEKS;',
      to: 'return (parseWeekId(id)?.number ?? 0) >= REGULAR_WEEKS;',
      testFiles: ['core/weeks.test.ts'],
      foundBy: ['The id of a week of season 2026, week 18 is 2026-week18, called Week 18, in columns W18'],
    },
    {
      what: 'weeks of two seasons are in the order of their numbers',
      from: 'return first.season - second.season || first.number - second.number;',
      to: 'return first.number - second.number || first.season - second.season;',
      testFiles: ['core/weeks.test.ts'],
      foundBy: [
        'The order of weeks is by season, then number, not as text',
        'The order of weeks agrees with season and number for any two weeks',
      ],
    },
    {
      what: 'games of the post-season count in the record of a team',
      from: 'games.filter((game) => isOver(game) && !isPostSeason(game.weekId))',
      to: 'games.filter((game) => isOver(game))',
      testFiles: ['core/team-record.test.ts'],
      foundBy: ['The record of a team from its own games counts Final games of the regular season, at home and away'],
    },
    {
      what: 'a tie counts as a loss in the share of wins',
      from: 'return played > 0 ? (wins + ties / 2) / played : 0;',
      to: 'return played > 0 ? wins / played : 0;',
      testFiles: ['core/team-record.test.ts'],
      foundBy: [
        'The win percentage of { wins: 4, losses: 4, ties: 1 } counts a tie half',
        'The win percentage of { wins: 0, losses: 3, ties: 1 } counts a tie half',
      ],
    },
    {
      what: 'a short name with a typo is not recognized',
      from: 'return distance(a.signs, b.signs) <= (length < LONG ? 1 : MOST);',
      to: 'return distance(a.signs, b.signs) <= (length < LONG ? 0 : MOST);',
      testFiles: ['core/near-names.test.ts'],
      foundBy: ['Two names are near with another letter'],
    },
    {
      what: 'a webhook to Discord is sent again though it may have arrived',
      from: "if (answer.failure === 'no_answer') return isSigned;",
      to: "if (answer.failure === 'no_answer') return true;",
      testFiles: ['core/hooks/hooks.test.ts'],
      foundBy: ['After an attempt Discord may have received it'],
    },
    {
      what: 'a webhook is sent after its message has expired',
      from: "return nextAt < until ? { state: 'waiting', nextAt, restsUntil }",
      to: "return nextAt > 0 ? { state: 'waiting', nextAt, restsUntil }",
      testFiles: ['core/hooks/hooks.test.ts'],
      foundBy: ['After an attempt news that would expire by then is not tried again'],
    },
    {
      what: 'a rate limit is never paid off',
      from: 'const wait = paidUntil - (now + burst * everyMs);',
      to: 'const wait = paidUntil - burst * everyMs;',
      testFiles: ['platform/http/token-buckets.test.ts'],
      foundBy: ['A bucket fills up to the burst and no further'],
    },
    {
      what: 'a muted member can write',
      from: "return member?.is_muted === 1 ? 'talk_muted' : null;",
      to: 'return null;',
      testFiles: ['talk/talk.test.ts'],
      foundBy: ['The talk of a pool is closed to those who are muted, until they are let talk again'],
    },
    {
      what: 'scores are not calculated again after the database failed',
      from: 'this.#failures = fault === null ? 0 : this.#failures + 1;',
      to: 'this.#failures = 0;',
      testFiles: ['server/after-commit.test.ts'],
      foundBy: [
        'After a write on sqlite scores that cannot be worked out yet follow by themselves, and pages hear of the change meanwhile',
      ],
    },
    {
      what: 'a queue runs one task more than its cap',
      from: '(this.#running.get(key) ?? 0) < most',
      to: '(this.#running.get(key) ?? 0) <= most',
      testFiles: ['server/platform/fair-queue.test.ts'],
      foundBy: ['A queue passes tasks over while a cap holds them'],
    },
    {
      what: 'a tap is not sent again after a newer pick from another page',
      from: 'const MAX_REBASES = 3;',
      to: 'const MAX_REBASES = 0;',
      testFiles: ['parts/picks/pick-queue.test.ts'],
      foundBy: ['saving picks follows a newer pick on the first try: the last tap wins'],
    },
  ],
};
