// A hand read from a photo: for phones of a club whose server has the camera.
import "../round/photo.js";
