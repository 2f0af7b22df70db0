// `getVar<T>` for the programs of a package. `ROWS`, which stands above, has a row for each variable of the
// package, and besides, for a group that has variables of its own, one for each that holds there.

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace rbx {
namespace detail {

enum Kind { TEXT, INTEGER, FLOAT, TRUTH };

struct Row {
  const char *group;
  const char *name;
  Kind kind;
  const char *text;
};

inline const Row rows[] = {
#define ROW(group, name, kind, text) {group, name, kind, text},
    ROWS
#undef ROW
    {nullptr, nullptr, TEXT, nullptr}};

inline int words = 0;
inline char **word = nullptr;

inline void keep(int count, char **all, char **) {
  words = count;
  word = all;
}

// The command line is known before the first global variable is set.
__attribute__((used, section(".init_array.00101"))) static void (*keep_words)(
    int, char **, char **) = keep;

inline std::string find_group() {
  std::string group;
  for (int i = 1; i < words; i++) {
    if (std::strcmp(word[i], "--group") == 0)
      group = i + 1 < words ? word[i + 1] : "";
    else if (std::strncmp(word[i], "--group=", 8) == 0)
      group = word[i] + 8;
  }
  return group;
}

inline const Row *find(const std::string &group, const std::string &name) {
  for (const Row *row = rows; row->name != nullptr; row++)
    if (group == row->group && name == row->name)
      return row;
  return nullptr;
}

inline bool is_own(const std::string &group) {
  for (const Row *row = rows; row->name != nullptr; row++)
    if (group == row->group)
      return true;
  return false;
}

[[noreturn]] inline void missing(const std::string &name, const char *kind) {
  throw std::runtime_error("Variable " + name + " is not " + kind +
                           " or could not be found");
}

template <typename> inline constexpr bool never = false;

template <typename T> T read_integer(const Row &row) {
  bool fits = true;
  T number = T();
  if (row.text[0] == '-') {
    long long value = std::strtoll(row.text, nullptr, 10);
    number = static_cast<T>(value);
    fits = std::is_signed_v<T> && static_cast<long long>(number) == value;
  } else {
    unsigned long long value = std::strtoull(row.text, nullptr, 10);
    number = static_cast<T>(value);
    fits = value <= static_cast<unsigned long long>(std::numeric_limits<T>::max());
  }
  if (!fits)
    throw std::runtime_error(std::string("Variable ") + row.name + " of value " +
                             row.text + " does not fit in " +
                             std::to_string(8 * sizeof(T)) + " bits");
  return number;
}

template <typename T> T read(const Row *row, const std::string &name) {
  bool is_number = row != nullptr && (row->kind == INTEGER || row->kind == TRUTH);
  if constexpr (std::is_same_v<T, std::string>) {
    if (row == nullptr)
      missing(name, "a string");
    if (row->kind == FLOAT)
      return std::to_string(std::strtof(row->text, nullptr));
    return row->text;
  } else if constexpr (std::is_same_v<T, bool>) {
    if (!is_number)
      missing(name, "a boolean");
    return std::strcmp(row->text, "0") != 0;
  } else if constexpr (std::is_integral_v<T>) {
    if (!is_number)
      missing(name, "an integer");
    return read_integer<T>(*row);
  } else if constexpr (std::is_floating_point_v<T>) {
    if (row != nullptr && row->kind == FLOAT)
      return static_cast<T>(std::strtof(row->text, nullptr));
    if (!is_number)
      missing(name, "a float");
    return static_cast<T>(std::strtold(row->text, nullptr));
  } else {
    static_assert(never<T>, "getVar<T>: T must be an integer, floating-point, "
                            "bool or std::string type");
  }
}

inline void join(std::string &) {}

template <typename... Parts>
void join(std::string &all, const std::string &part, const Parts &...rest) {
  if (!all.empty() && !part.empty())
    all += '.';
  all += part;
  join(all, rest...);
}

} // namespace detail

// The group that the program is called for: empty where it is called for none.
inline const std::string &getGroup() {
  static const std::string group = detail::find_group();
  return group;
}

} // namespace rbx

// A variable of the package: `getVar<int>("N.max")`, or `getVar<int>("N", "max")`.
template <typename T, typename... Parts>
T getVar(const std::string &first, const Parts &...rest) {
  std::string name;
  rbx::detail::join(name, first, rest...);
  const std::string &group = rbx::getGroup();
  bool is_own = rbx::detail::is_own(group);
  return rbx::detail::read<T>(rbx::detail::find(is_own ? group : "", name), name);
}

#endif
