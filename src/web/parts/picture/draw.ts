import type { Picture, PictureFact, PictureHero, PictureRow } from '#core/pictures/picture.ts';
import { iconPath } from '#web/ui/icon.tsx';
import { fitText, isolated, wrapped } from './fit.ts';

/** The size of a picture in pixels: what chat apps show as a whole in portrait. */
const WIDTH = 1080;
const HEIGHT = 1350;

const LOGO = '/assets/g/logo-1.svg';
const EDGE = 64;
const RIGHT = WIDTH - EDGE;
const INNER = WIDTH - 2 * EDGE;
/** Where the turf with the foot begins. */
const TURF = HEIGHT - 92;
/** The space between the head, the rows and the turf. */
const GAP = 28;

/** The colors of "Night game", whatever theme the page has: a picture leaves it. */
const night = {
  sky: '#0a1424',
  ground: '#050a13',
  flood: 'rgb(120 175 255 / 0.26)',
  beam: 'rgb(190 220 255 / 0.09)',
  board: '#04070d',
  boardHigh: '#0b121e',
  boardLine: '#22344f',
  stripe: 'rgb(150 182 230 / 0.08)',
  ink: '#eef3fc',
  soft: '#a9b8d0',
  faint: '#8e9fba',
  led: '#ffc24a',
  green: '#52e594',
  red: '#ff7168',
  ownFill: '#0c3a28',
  grass: ['#0d3b26', '#0b3321'],
  chalk: 'rgb(220 255 235 / 0.3)',
  medals: ['#ffc24a', '#cfd8e6', '#d99a5b'],
} as const;

const display = '"Oswald", "Oswald Fallback", sans-serif';
const text = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

type Ctx = CanvasRenderingContext2D;

/** Draws a picture. The font of headings and the logo are loaded first; without them it still has all of its text. */
export async function drawPicture(picture: Picture): Promise<HTMLCanvasElement> {
  const [logo] = await Promise.all([
    loadedImage(LOGO),
    document.fonts.load(`600 40px ${display}`).catch(() => undefined),
  ]);
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const ctx = canvas.getContext('2d');
  if (ctx === null) throw new Error('This browser has no canvas');
  ctx.textBaseline = 'alphabetic';
  ctx.direction = 'ltr';
  drawStadium(ctx);
  const top = drawHead(ctx, picture, logo);
  drawBody(ctx, picture, top);
  drawFoot(ctx, picture.foot);
  return canvas;
}

/** Null if it can't be loaded. */
async function loadedImage(source: string): Promise<HTMLImageElement | null> {
  const image = new Image(200, 200);
  image.src = source;
  try {
    await image.decode();
    return image;
  } catch {
    return null;
  }
}

function drawStadium(ctx: Ctx): void {
  const sky = ctx.createLinearGradient(0, 0, 0, HEIGHT);
  sky.addColorStop(0, night.sky);
  sky.addColorStop(0.7, night.ground);
  ctx.fillStyle = sky;
  ctx.fillRect(0, 0, WIDTH, HEIGHT);
  for (const x of [0, WIDTH]) {
    const flood = ctx.createRadialGradient(x, 0, 0, x, 0, 760);
    flood.addColorStop(0, night.flood);
    flood.addColorStop(1, 'transparent');
    ctx.fillStyle = flood;
    ctx.fillRect(0, 0, WIDTH, HEIGHT);
    const beam = ctx.createLinearGradient(x, 0, WIDTH / 2, 620);
    beam.addColorStop(0, night.beam);
    beam.addColorStop(1, 'transparent');
    ctx.fillStyle = beam;
    ctx.beginPath();
    ctx.moveTo(x, -60);
    ctx.lineTo(WIDTH / 2 - 260, 700);
    ctx.lineTo(WIDTH / 2 + 260, 700);
    ctx.fill();
  }
  const band = 90;
  for (let at = 0; at * band < WIDTH; at += 1) {
    ctx.fillStyle = night.grass[at % 2 === 0 ? 0 : 1];
    ctx.fillRect(at * band, TURF, band, HEIGHT - TURF);
    ctx.fillStyle = night.chalk;
    if (at > 0) ctx.fillRect(at * band - 1.5, TURF, 3, 16);
  }
  ctx.fillRect(0, TURF, WIDTH, 4);
}

interface Words {
  readonly font: string;
  readonly color: string;
  readonly align?: CanvasTextAlign;
  /** The room in pixels; longer text ends with an ellipsis. */
  readonly room: number;
}

/** Writes one line, cut to its room, and returns its width. */
function write(ctx: Ctx, words: string, x: number, y: number, { font, color, align = 'left', room }: Words): number {
  ctx.font = font;
  ctx.fillStyle = color;
  ctx.textAlign = align;
  const shown = isolated(fitText(words, room, (each) => ctx.measureText(each).width));
  ctx.fillText(shown, x, y);
  return ctx.measureText(shown).width;
}

/** A line in the letters of the headings' labels. */
function label(ctx: Ctx, words: string, x: number, y: number, color: string, align: CanvasTextAlign = 'left'): void {
  ctx.letterSpacing = '2px';
  write(ctx, words.toUpperCase(), x, y, { font: `500 26px ${display}`, color, align, room: INNER });
  ctx.letterSpacing = '0px';
}

/** The pool, the title and what is below it. Returns where that ends. */
function drawHead(ctx: Ctx, { pool, title, subtitle }: Picture, logo: HTMLImageElement | null): number {
  const size = 132;
  if (logo) ctx.drawImage(logo, RIGHT - size, 52, size, size);
  const room = INNER - size - 24;
  write(ctx, pool, EDGE, 98, { font: `500 36px ${text}`, color: night.soft, room });
  write(ctx, title, EDGE, 178, { font: `600 76px ${display}`, color: night.ink, room });
  if (subtitle === '') return 206;
  write(ctx, subtitle, EDGE, 228, { font: `500 36px ${display}`, color: night.led, room: INNER });
  return 250;
}

/** The sizes of letters that a hero of one line may have. */
const HERO_SIZES = [92, 82, 72, 64];
const UNIT_HEIGHT = 44;
const FACT_HEIGHT = 92;
/** A row is as high as there is room, within these. */
const ROW = { min: 44, max: 84 };

/** The hero, the rows and the facts, with what room is left shared between them. */
function drawBody(ctx: Ctx, { hero, unit, rows, facts }: Picture, top: number): void {
  const lines = hero ? heroLines(ctx, hero) : null;
  const heroHeight = lines ? 62 + lines.lines.length * lines.size * 1.12 + (hero?.note ? 48 : 14) + 22 : 0;
  const unitHeight = unit === '' ? 0 : UNIT_HEIGHT;
  const factsHeight = facts.length * FACT_HEIGHT;
  const blocks = [heroHeight, rows.length, facts.length].filter((each) => each > 0).length;
  const free = TURF - top - GAP - heroHeight - unitHeight - factsHeight - blocks * GAP;
  const gaps = rows.filter(({ isApart }) => isApart).length * 20;
  const rowHeight = Math.max(ROW.min, Math.min(ROW.max, (free - gaps) / Math.max(1, rows.length)));
  const spare = Math.max(0, free - gaps - rowHeight * rows.length) / (blocks + 1);
  let y = top + GAP + spare;
  if (hero && lines) {
    drawHero(ctx, hero, lines, y, heroHeight);
    y += heroHeight + GAP + spare;
  }
  if (rows.length > 0) {
    if (unit !== '') label(ctx, unit, RIGHT - 24, y + 28, night.faint, 'right');
    y += unitHeight;
    const hasMarks = rows.some(({ mark }) => mark !== null);
    for (const [at, row] of rows.entries()) {
      if (row.isApart) y += 20;
      drawRow(ctx, row, at, y, rowHeight, hasMarks);
      y += rowHeight;
    }
    y += GAP + spare;
  }
  for (const fact of facts) {
    drawFact(ctx, fact, y);
    y += FACT_HEIGHT;
  }
}

/** The lines of a hero, and the size of their letters. */
interface HeroLines {
  readonly lines: readonly string[];
  readonly size: number;
}

/** The room for the text of a hero; who won has a trophy at the right. */
function heroRoom({ isWin }: PictureHero): number {
  return INNER - 72 - (isWin ? 190 : 0);
}

/** One line as large as it fits; names too long for that have two smaller ones. */
function heroLines(ctx: Ctx, hero: PictureHero): HeroLines {
  const words = hero.text;
  const room = heroRoom(hero);
  const widthAt = (size: number) => (each: string) => {
    ctx.font = `600 ${size}px ${display}`;
    return ctx.measureText(each).width;
  };
  for (const size of HERO_SIZES) {
    if (widthAt(size)(words) <= room) return { lines: [words], size };
  }
  return { lines: wrapped(words, room, 2, widthAt(60)), size: 60 };
}

function drawHero(ctx: Ctx, hero: PictureHero, { lines, size }: HeroLines, y: number, height: number): void {
  const board = ctx.createLinearGradient(0, y, 0, y + height);
  board.addColorStop(0, night.boardHigh);
  board.addColorStop(1, night.board);
  ctx.beginPath();
  ctx.roundRect(EDGE, y, INNER, height, 18);
  ctx.fillStyle = board;
  ctx.fill();
  ctx.save();
  ctx.clip();
  ctx.fillStyle = 'rgb(255 255 255 / 0.045)';
  for (let dotY = y + 6; dotY < y + height; dotY += 12) {
    for (let dotX = EDGE + 6; dotX < RIGHT; dotX += 12) ctx.fillRect(dotX, dotY, 3, 3);
  }
  ctx.restore();
  ctx.lineWidth = 3;
  ctx.strokeStyle = night.boardLine;
  ctx.stroke();
  if (hero.isWin) drawTrophy(ctx, RIGHT - 196, y + height / 2 - 84);
  const x = EDGE + 36;
  const room = heroRoom(hero);
  label(ctx, hero.label, x, y + 50, night.soft);
  ctx.save();
  ctx.shadowColor = 'rgb(255 194 74 / 0.45)';
  ctx.shadowBlur = 26;
  for (const [at, line] of lines.entries()) {
    write(ctx, line, x, y + 62 + size * (0.92 + at * 1.12), {
      font: `600 ${size}px ${display}`,
      color: night.led,
      room,
    });
  }
  ctx.restore();
  write(ctx, hero.note, x, y + height - 30, { font: `500 34px ${display}`, color: night.ink, room });
}

function drawTrophy(ctx: Ctx, x: number, y: number): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(7, 7);
  drawStroke(ctx, iconPath('trophy'), night.led, 1.6);
  ctx.restore();
}

function drawStroke(ctx: Ctx, path: string, color: string, width: number): void {
  ctx.lineWidth = width;
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  ctx.strokeStyle = color;
  ctx.stroke(new Path2D(path));
}

const markLooks = {
  right: { sign: 'M-13 1l9 9L13 -10', color: night.green },
  half: { sign: 'M-12 0h24', color: night.led },
  wrong: { sign: 'M-10 -10L10 10M10 -10L-10 10', color: night.red },
} as const;

/** @param hasMarks whether the rows keep room for marks */
function drawRow(ctx: Ctx, row: PictureRow, at: number, y: number, height: number, hasMarks: boolean): void {
  const { rank, name, value, mark, isOwn } = row;
  const middle = y + height / 2;
  const size = Math.round(Math.min(38, height * 0.5));
  const base = middle + size * 0.36;
  ctx.beginPath();
  ctx.roundRect(EDGE, y + 2, INNER, height - 4, 12);
  ctx.fillStyle = isOwn ? night.ownFill : at % 2 === 0 ? night.stripe : 'transparent';
  ctx.fill();
  if (isOwn) {
    ctx.lineWidth = 2.5;
    ctx.strokeStyle = night.green;
    ctx.stroke();
  }
  let x = EDGE + 28;
  let right = RIGHT - 24;
  if (rank !== null) {
    drawRank(ctx, rank, x + 26, middle, size, row.hasMedal);
    x += 82;
  }
  if (mark !== null) {
    const { sign, color } = markLooks[mark];
    ctx.save();
    ctx.translate(right - 16, middle);
    drawStroke(ctx, sign, color, 6);
    ctx.restore();
  }
  if (hasMarks) right -= 60;
  const valueFont = `600 ${Math.round(size * 1.12)}px ${display}`;
  const color = mark === null ? night.led : markLooks[mark].color;
  const used = write(ctx, value, right, base, { font: valueFont, color, align: 'right', room: INNER / 2 });
  const nameFont = rank === null ? `500 ${size}px ${display}` : `${isOwn ? 600 : 500} ${size}px ${text}`;
  write(ctx, name, x, base, { font: nameFont, color: isOwn ? night.green : night.ink, room: right - used - 28 - x });
}

function drawRank(ctx: Ctx, rank: number, x: number, middle: number, size: number, hasMedal: boolean): void {
  const medal = hasMedal ? night.medals[rank - 1] : undefined;
  if (medal !== undefined) {
    ctx.beginPath();
    ctx.arc(x, middle, size * 0.72, 0, 2 * Math.PI);
    ctx.fillStyle = medal;
    ctx.fill();
  }
  write(ctx, `${rank}`, x, middle + size * 0.34, {
    font: `600 ${Math.round(size * 0.94)}px ${display}`,
    color: medal === undefined ? night.soft : night.ground,
    align: 'center',
    room: 90,
  });
}

function drawFact(ctx: Ctx, fact: PictureFact, y: number): void {
  ctx.fillStyle = night.boardLine;
  ctx.fillRect(EDGE, y, INNER, 2);
  label(ctx, fact.label, EDGE, y + 40, night.faint);
  const room = INNER - 300;
  write(ctx, fact.text, RIGHT, y + 44, { font: `600 36px ${display}`, color: night.ink, align: 'right', room });
  write(ctx, fact.note, RIGHT, y + 78, { font: `400 27px ${text}`, color: night.soft, align: 'right', room: INNER });
}

function drawFoot(ctx: Ctx, foot: string): void {
  const y = TURF + 62;
  write(ctx, "Pick'em", EDGE, y, { font: `600 38px ${display}`, color: night.ink, room: 300 });
  write(ctx, foot, RIGHT, y, { font: `500 30px ${display}`, color: night.ink, align: 'right', room: INNER - 320 });
}
