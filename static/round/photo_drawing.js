// A photo with what was seen in it: an outline round each tile, the number of either half beside it.
export const WHOLE = 2; // beside the halves 0 and 1: whether it is a tile at all
const BESIDE = 1.35; // from a half's middle to its number, in distances to its edge

export const numberOf = (end) => end ?? "?";
const between = (from, to, share) => [0, 1].map((n) => from[n] + (to[n] - from[n]) * share);
export const lengthOf = ([from, to]) => Math.hypot(to[0] - from[0], to[1] - from[1]);

export function holds(corners, spot) {
  const sides = corners.map(([fromX, fromY], n) => {
    const [toX, toY] = corners[(n + 1) % 4];
    return (toX - fromX) * (spot[1] - fromY) - (toY - fromY) * (spot[0] - fromX) > 0;
  });
  return sides.every(Boolean) || !sides.some(Boolean);
}

export function halfOf([a, b, c, d], half) {
  const [one, other] = [between(a, b, 0.5), between(d, c, 0.5)];
  return half ? [one, b, c, other] : [a, one, other, d];
}

// Where a half's number may stand: beyond its end, or beside it.
function spotsOf([a, b, c, d], half) {
  const ends = [between(a, d, 0.5), between(b, c, 0.5)];
  const [e, f, g, h] = halfOf([a, b, c, d], half);
  const [above, below] = [between(e, f, 0.5), between(h, g, 0.5)];
  return [between(above, below, BESIDE), between(below, above, BESIDE), between(ends[1 - half], ends[half], 1.17)];
}

export function drawPhoto(canvas, picture, tiles, asked) {
  const draw = canvas.getContext("2d");
  const { width, height } = canvas;
  const unit = Math.max(width, height) / 100;
  const colours = getComputedStyle(canvas);
  const [dark, sure, unsure] = ["--dark", "--sure", "--unsure"].map((name) => colours.getPropertyValue(name).trim());
  const placed = tiles.filter(({ corners }) => corners);

  function outline(corners, strokeStyle, lineWidth) {
    Object.assign(draw, { strokeStyle, lineWidth, lineJoin: "round" });
    draw.beginPath();
    for (const [x, y] of corners) draw.lineTo(x, y);
    draw.closePath();
    draw.stroke();
  }

  function number(words, spot, size, ground, ink) {
    const [x, y] = spot;
    Object.assign(draw, { fillStyle: ground, font: `bold ${size * 1.3}px sans-serif`, textAlign: "center", textBaseline: "middle" });
    draw.beginPath();
    draw.arc(x, y, size, 0, 2 * Math.PI);
    draw.fill();
    draw.fillStyle = ink;
    draw.fillText(words, x, y);
  }

  const free = (spot) => holds([[0, 0], [width, 0], [width, height], [0, height]], spot) && !placed.some(({ corners }) => holds(corners, spot));

  draw.drawImage(picture, 0, 0, width, height);
  for (const { corners } of placed) {
    outline(corners, dark, unit * 1.2);
    outline(corners, sure, unit * 0.5);
  }
  for (const tile of placed) {
    for (const half of [0, 1]) {
      const doubted = tile.open.includes(half) || tile.open.includes(WHOLE);
      const isAsked = asked?.tile === tile && [half, WHOLE].includes(asked.half);
      if (doubted || isAsked) outline(halfOf(tile.corners, half), unsure, unit * (isAsked ? 1.1 : 0.5));
      const spots = spotsOf(tile.corners, half);
      const words = numberOf(tile.ends[half]) + (doubted && tile.ends[half] !== null ? "?" : "");
      number(words, spots.find(free) ?? spots[0], Math.min(unit * 3, lengthOf(tile.corners) / 6), doubted ? unsure : dark, doubted ? dark : sure);
    }
  }
}
