#ifndef TL_CVIPS_SHIM_H
#define TL_CVIPS_SHIM_H

#include <vips/vips.h>

/* The operations of libvips are variadic, which Swift does not import. Each function returns 0, or another number
   after an error. An image that it returns in `out` belongs to the caller. */

static inline int tl_vips_start(const char *program) { return VIPS_INIT(program); }

/* Reads the header alone. */
static inline VipsImage *tl_vips_open(const void *bytes, size_t count) {
  return vips_image_new_from_buffer(bytes, count, "", NULL);
}

/* At most `edge` pixels wide and high and never enlarged, upright, in sRGB if `converts`, which is right only for a
   picture with a profile: others come out with wrong colours. A truncated picture is an error; libvips 8.14 does not pass
   its own option for that to the loader. */
static inline int tl_vips_thumbnail(const void *bytes, size_t count, VipsImage **out, int edge, int converts) {
  if (converts)
    return vips_thumbnail_buffer((void *)bytes, count, out, edge, "height", edge, "size", VIPS_SIZE_DOWN,
                                 "option_string", "[fail_on=truncated]", "export_profile", "srgb", NULL);
  return vips_thumbnail_buffer((void *)bytes, count, out, edge, "height", edge, "size", VIPS_SIZE_DOWN,
                               "option_string", "[fail_on=truncated]", NULL);
}

/* The same for a JPEG, of which the decoder gives only every second, fourth or eighth pixel, as `factor` says. */
static inline int tl_vips_thumbnail_jpeg(const void *bytes, size_t count, VipsImage **out, int edge, int converts,
                                         int factor) {
  VipsImage *whole = vips_image_new_from_buffer(bytes, count, "[fail_on=truncated]", "shrink", factor, "access",
                                                VIPS_ACCESS_SEQUENTIAL, NULL);
  if (!whole) return -1;
  int result = converts ? vips_thumbnail_image(whole, out, edge, "height", edge, "size", VIPS_SIZE_DOWN,
                                               "export_profile", "srgb", NULL)
                        : vips_thumbnail_image(whole, out, edge, "height", edge, "size", VIPS_SIZE_DOWN, NULL);
  g_object_unref(whole);
  return result;
}

static inline int tl_vips_shrink(VipsImage *in, VipsImage **out, int edge) {
  return vips_thumbnail_image(in, out, edge, "height", edge, "size", VIPS_SIZE_DOWN, NULL);
}

static inline int tl_vips_has_profile(VipsImage *in) { return vips_image_get_typeof(in, VIPS_META_ICC_NAME) != 0; }

static inline int tl_vips_to_srgb(VipsImage *in, VipsImage **out) {
  return vips_colourspace(in, out, VIPS_INTERPRETATION_sRGB, NULL);
}

static inline int tl_vips_to_bytes(VipsImage *in, VipsImage **out) {
  return vips_cast(in, out, VIPS_FORMAT_UCHAR, NULL);
}

static inline int tl_vips_copy(VipsImage *in, VipsImage **out) { return vips_copy(in, out, NULL); }

/* The caller frees `bytes` with g_free. */
static inline int tl_vips_save_webp(VipsImage *in, void **bytes, size_t *count, int quality) {
  return vips_webpsave_buffer(in, bytes, count, "Q", quality, NULL);
}

/* As tl_vips_save_webp; without metadata, which libvips would make up. */
static inline int tl_vips_save_jpeg(VipsImage *in, void **bytes, size_t *count, int quality) {
  return vips_jpegsave_buffer(in, bytes, count, "Q", quality, "strip", TRUE, "optimize_coding", TRUE, NULL);
}

static inline int tl_vips_first_bands(VipsImage *in, VipsImage **out, int count) {
  return vips_extract_band(in, out, 0, "n", count, NULL);
}

/* The point of most attention, in pixels. libvips before 8.14 does not say it, which is an error. */
static inline int tl_vips_attention(VipsImage *in, int *x, int *y) {
  VipsImage *square = NULL;
  int side = in->Xsize < in->Ysize ? in->Xsize : in->Ysize;
  int result = vips_smartcrop(in, &square, side, side, "interesting", VIPS_INTERESTING_ATTENTION, "attention_x", x,
                              "attention_y", y, NULL);
  if (square) g_object_unref(square);
  return result;
}

static inline void tl_vips_release(VipsImage *image) { g_object_unref(image); }

#endif
